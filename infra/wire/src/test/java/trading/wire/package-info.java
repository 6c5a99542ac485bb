@NullMarked
package trading.wire;

import org.jspecify.annotations.NullMarked;
