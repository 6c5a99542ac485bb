package trading.client;

/** Ends a command with exit status 1 and this one line on the error stream. */
public final class CommandFailed extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** A failure that needs no cause to be understood. */
    public CommandFailed(String message) {
        super(message);
    }

    /** A failure with what led to it. */
    public CommandFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
