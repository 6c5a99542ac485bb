package trading.gateway.logs;

import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import trading.gateway.ResultProperties;
import trading.wire.Brokers;

/** Is there once a broker's name leads to an address: what has a client of Kafka from its beginning depends on it. */
@Component(BrokerNames.BEAN)
public final class BrokerNames {

    /** Its name, for who depends on it. */
    public static final String BEAN = "brokerNames";

    BrokerNames(KafkaProperties kafka, ResultProperties properties) throws InterruptedException {
        Brokers.awaitNames(kafka.buildAdminProperties(), properties.warmUpTimeout());
    }
}
