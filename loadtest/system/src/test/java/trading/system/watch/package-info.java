@NullMarked
package trading.system.watch;

import org.jspecify.annotations.NullMarked;
