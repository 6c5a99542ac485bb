package trading.gateway.orders;

/** Why an order was refused without being taken. */
enum Refusal {
    /** The engine of the partition is too far behind. */
    BACKLOG("backlog", "The engine of this product is behind"),
    /** What the engine traded is written too late. */
    UNPERSISTED("unpersisted-backlog", "The results of this product are behind"),
    /** Too many bytes wait for Kafka's acknowledgement. */
    IN_FLIGHT("in-flight", "Too many orders wait for Kafka"),
    /** An order would wait too long for Kafka's acknowledgement. */
    KAFKA_BEHIND("kafka-behind", "Kafka acknowledges orders too slowly"),
    /** Another order with the same client order id is just being taken. */
    CLIENT_ORDER_ID("client-order-id-in-use", "Another order with this client order id is just being taken"),
    /** The producer could not take the record. */
    KAFKA("kafka-unavailable", "Kafka cannot be reached");

    private final String type;
    private final String detail;

    Refusal(String type, String detail) {
        this.type = type;
        this.detail = detail;
    }

    /** The problem type that a client sees. */
    String type() {
        return type;
    }

    /** The reason in words. */
    String detail() {
        return detail;
    }
}
