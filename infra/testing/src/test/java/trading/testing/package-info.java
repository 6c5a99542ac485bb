@NullMarked
package trading.testing;

import org.jspecify.annotations.NullMarked;
