/** Pekko HTTP as the HTTP server. */
@NullMarked
package trading.baselines.pekko;

import org.jspecify.annotations.NullMarked;
