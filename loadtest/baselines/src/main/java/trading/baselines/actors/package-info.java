/** An actor per engine. */
@NullMarked
package trading.baselines.actors;

import org.jspecify.annotations.NullMarked;
