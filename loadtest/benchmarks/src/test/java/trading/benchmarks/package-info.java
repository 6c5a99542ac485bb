@NullMarked
package trading.benchmarks;

import org.jspecify.annotations.NullMarked;
