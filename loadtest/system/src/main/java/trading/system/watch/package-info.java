/** What can be seen of a running pipeline from outside. */
@NullMarked
package trading.system.watch;

import org.jspecify.annotations.NullMarked;
