/** The topology around the market: decode, hand the batch to the market, encode. */
@NullMarked
package trading.engine;

import org.jspecify.annotations.NullMarked;
