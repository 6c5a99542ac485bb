/** The gateway's own path of an order, measured. */
@NullMarked
package trading.gateway.orders;

import org.jspecify.annotations.NullMarked;
