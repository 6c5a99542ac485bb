/** How services start. */
@NullMarked
package trading.start;

import org.jspecify.annotations.NullMarked;
