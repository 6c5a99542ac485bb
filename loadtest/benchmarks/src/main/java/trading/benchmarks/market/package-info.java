/** The market beside another order book. */
@NullMarked
package trading.benchmarks.market;

import org.jspecify.annotations.NullMarked;
