/** Start, health and figures of the gateway. */
@NullMarked
package trading.gateway.operation;

import org.jspecify.annotations.NullMarked;
