@NullMarked
package trading.system.faults;

import org.jspecify.annotations.NullMarked;
