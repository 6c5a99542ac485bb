/** The replay: recorded order flow into a running stack, in its own order, and the proof that SALES is exact. */
@NullMarked
package trading.client.replay;

import org.jspecify.annotations.NullMarked;
