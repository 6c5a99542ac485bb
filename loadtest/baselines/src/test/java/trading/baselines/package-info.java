/** Baselines, from outside. */
@NullMarked
package trading.baselines;

import org.jspecify.annotations.NullMarked;
