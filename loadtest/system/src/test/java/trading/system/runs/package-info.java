@NullMarked
package trading.system.runs;

import org.jspecify.annotations.NullMarked;
