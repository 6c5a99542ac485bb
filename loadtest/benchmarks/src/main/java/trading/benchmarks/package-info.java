/** Runs benchmarks, and prints what they measured. */
@NullMarked
package trading.benchmarks;

import org.jspecify.annotations.NullMarked;
