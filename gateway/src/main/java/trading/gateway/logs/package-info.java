/** How the gateway reads whole topics, beside every other gateway. */
@NullMarked
package trading.gateway.logs;

import org.jspecify.annotations.NullMarked;
