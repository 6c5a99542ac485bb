/** Runs of the load test on systems that are started for them. */
@NullMarked
package trading.system.runs;

import org.jspecify.annotations.NullMarked;
