/** The gateway: takes orders over HTTP, answers once Kafka has them, and serves their results. */
@NullMarked
package trading.gateway;

import org.jspecify.annotations.NullMarked;
