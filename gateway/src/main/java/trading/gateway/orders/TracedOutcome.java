package trading.gateway.orders;

import org.jspecify.annotations.Nullable;
import trading.gateway.problems.ProblemException;
import trading.tracing.Step;

/** Ends the step of a sampled order when its outcome is known. */
record TracedOutcome(Step step, OrderCommand order, OrderPublisher.Outcome outcome) implements OrderPublisher.Outcome {

    @Override
    public void settled(@Nullable ProblemException problem) {
        step.note("order", order.orderId().toString());
        step.note("partition", order.partition());
        if (problem == null) {
            step.done();
        } else {
            step.note("problem", problem.problem().type());
        }
        step.close();
        outcome.settled(problem);
    }
}
