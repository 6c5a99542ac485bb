/** Memory for what is known of many orders for a short time. */
@NullMarked
package trading.gateway.recent;

import org.jspecify.annotations.NullMarked;
