/** A thread per engine. */
@NullMarked
package trading.baselines.threads;

import org.jspecify.annotations.NullMarked;
