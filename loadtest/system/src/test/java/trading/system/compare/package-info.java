@NullMarked
package trading.system.compare;

import org.jspecify.annotations.NullMarked;
