/** How the pipeline stands around the markets: what Kafka knows of its orders, engines and persisters. */
@NullMarked
package trading.gateway.pipeline;

import org.jspecify.annotations.NullMarked;
