@NullMarked
package trading.codec;

import org.jspecify.annotations.NullMarked;
