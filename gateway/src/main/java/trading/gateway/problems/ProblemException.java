package trading.gateway.problems;

/** Ends a request with a problem. Has no stack trace: it is an answer, not a fault of ours. */
public class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** What the client is told. */
    public Problem problem() {
        return problem;
    }
}
