package trading.system.faults;

/** What can be seen of a fault from outside; each is a count. */
enum Evidence {
    /** Processes that run under another pid than before. */
    PROCESSES_REPLACED("processes replaced"),
    /** The most partitions of the orders log that had another engine than before, at one moment. */
    ENGINE_PARTITIONS_MOVED("engine partitions moved"),
    /** The most partitions of the sales log that had another persister than before, at one moment. */
    PERSISTER_PARTITIONS_MOVED("persister partitions moved"),
    /** Records of the sales log that were written and never committed. */
    RECORDS_ABORTED("records aborted"),
    /** Rows that a persister found in the table already. */
    ROWS_FOUND_THERE("rows found there already"),
    /** Lines that clients sent again because nobody had answered, or since they were refused for now. */
    SENT_AGAIN("lines sent again"),
    /** Answers 503, and why: the gateway holds as much for Kafka as it may, or the engine is behind, or Kafka is away. */
    ANSWERED_503("answers 503"), ANSWERED_503_FULL("of them with a full buffer"), ANSWERED_503_BEHIND(
            "of them with an engine behind"), ANSWERED_503_KAFKA("of them without Kafka"),
    /** Answers 504. */
    ANSWERED_504("answers 504"),
    /** Records that engines, persisters and gateways say they could not read. */
    ORDERS_UNREADABLE("unreadable records on orders"), SALES_UNREADABLE("on sales"), RESULTS_UNREADABLE("on results"),
    /** Partitions, of all topics, whose records a broker that had lost its disk has again as the others have them. */
    PARTITIONS_COPIED("partitions copied to a new disk"),
    /** Records on the topic of dead letters. */
    DEAD_LETTERS("dead letters"),
    /** Lines in which an engine says that it was fenced, or that its partitions are others' by now. */
    ENGINES_FENCED("times an engine was fenced"),
    /** Deletions that went from the changelog while an engine stood still that has a copy of it. */
    DELETIONS_MISSED("deletions missed"),
    /** Lines in which an engine says that a market lacks deletions. */
    COPIES_FOUND_STALE("lines about stale copies"),
    /** Lines in which a persister says that its partitions are others' by now. */
    PERSISTERS_FENCED("times a persister was fenced"),
    /** Times that a persister had to do a delivery again, because the database or Kafka did not take it. */
    PERSISTER_RETRIES("deliveries that came again"),
    /** Times that a gateway could not read a result from the database. */
    DATABASE_UNREADABLE("results unreadable"),
    /** Connections that were cut or refused on the way. */
    CONNECTIONS_CUT("connections cut"),
    /** The most records of the sales log that waited for persisters. */
    SALES_BEHIND("sales records behind, at most");

    private final String text;

    Evidence(String text) {
        this.text = text;
    }

    /** What is counted, in words. */
    String text() {
        return text;
    }
}
