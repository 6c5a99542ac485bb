/** Orders on their way in: from a request to a record in Kafka and back to the answer. */
@NullMarked
package trading.gateway.orders;

import org.jspecify.annotations.NullMarked;
