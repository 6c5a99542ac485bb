@NullMarked
package trading.tracing;

import org.jspecify.annotations.NullMarked;
