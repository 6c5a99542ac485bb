package trading.client.load;

import org.jspecify.annotations.Nullable;
import trading.client.CommandFailed;

/** What ends a run before its time: Ctrl-C, or Kafka or the database that are away for too long. For one thread. */
final class RunEnd {

    private final Interruption interruption;
    private @Nullable CommandFailed failure;

    /** Something for which Kafka and the database are asked. */
    @FunctionalInterface
    interface Question<T> {
        @Nullable
        T answer() throws InterruptedException;
    }

    RunEnd(Interruption interruption) {
        this.interruption = interruption;
    }

    /** Whether nothing more is to be sent or measured. */
    boolean hasCome() {
        return interruption.hasCome() || failure != null;
    }

    /** What can be waited for beside anything else. */
    Interruption interruption() {
        return interruption;
    }

    /** What was away; {@code null} as long as nothing was. */
    @Nullable
    CommandFailed failure() {
        return failure;
    }

    /** The answer; {@code null} if Kafka or the database do not give any, which ends the run. */
    <T> @Nullable T answer(Question<T> question) throws InterruptedException {
        try {
            return question.answer();
        } catch (CommandFailed e) {
            failure = e;
            return null;
        }
    }

    /** @throws CommandFailed if something was away for too long */
    void requireNoFailure() {
        if (failure != null) {
            throw failure;
        }
    }
}
