package trading.setup;

import trading.mysql.Migrate;

/** The program of the setup image: {@code schema} or {@code topics}. */
public final class Setup {

    private Setup() {}

    /** Exit status 0 when all is there, 1 otherwise, with a line on the error stream that says why; 2 for another word. */
    public static void main(String[] args) throws InterruptedException {
        switch (String.join(" ", args)) {
            case "schema" -> Migrate.main(args);
            case "topics" -> System.exit(CreateTopics.run(System.getenv()));
            default -> {
                System.err.println("command: " + String.join(" ", args) + " (expected: schema or topics)");
                System.exit(2);
            }
        }
    }
}
