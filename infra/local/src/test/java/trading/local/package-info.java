@NullMarked
package trading.local;

import org.jspecify.annotations.NullMarked;
