@NullMarked
package trading.system.load;

import org.jspecify.annotations.NullMarked;
