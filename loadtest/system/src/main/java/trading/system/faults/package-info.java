/** What goes wrong, what must be seen of it, and what must be right afterwards. */
@NullMarked
package trading.system.faults;

import org.jspecify.annotations.NullMarked;
