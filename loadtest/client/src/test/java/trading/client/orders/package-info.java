@NullMarked
package trading.client.orders;

import org.jspecify.annotations.NullMarked;
