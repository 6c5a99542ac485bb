package trading.gateway.orders;

/** Why an order was refused without being taken. */
enum Refusal {
    /** The engine of the partition is too far behind. */
    BACKLOG("backlog"),
    /** Too many bytes wait for Kafka's acknowledgement. */
    IN_FLIGHT("in-flight"),
    /** Another order with the same client order id is just being taken. */
    CLIENT_ORDER_ID("client-order-id-in-use"),
    /** The producer could not take the record. */
    KAFKA("kafka-unavailable");

    private final String type;

    Refusal(String type) {
        this.type = type;
    }

    /** The problem type that a client sees. */
    String type() {
        return type;
    }
}
