/** The way of orders into the gateway: many on one request, one answer each. */
@NullMarked
package trading.client.orders;

import org.jspecify.annotations.NullMarked;
