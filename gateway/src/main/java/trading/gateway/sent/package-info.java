/** What this gateway has given to Kafka a moment ago. */
@NullMarked
package trading.gateway.sent;

import org.jspecify.annotations.NullMarked;
