@NullMarked
package trading.benchmarks.market;

import org.jspecify.annotations.NullMarked;
