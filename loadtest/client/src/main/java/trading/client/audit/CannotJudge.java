package trading.client.audit;

/** What an audit needs is not there any more, or not yet. The message names the partition and the offsets. */
final class CannotJudge extends RuntimeException {

    private static final long serialVersionUID = 1;

    CannotJudge(String message) {
        super(message, null, false, false);
    }
}
