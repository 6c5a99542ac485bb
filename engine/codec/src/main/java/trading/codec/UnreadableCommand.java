package trading.codec;

/** A record of the orders log that is no command, or breaks a limit. The message says what is wrong with it. */
public final class UnreadableCommand extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableCommand(String reason) {
        super(reason, null, false, false);
    }
}
