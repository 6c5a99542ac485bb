@NullMarked
package trading.engine;

import org.jspecify.annotations.NullMarked;
