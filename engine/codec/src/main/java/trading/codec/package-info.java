/** Between the market and the wire: what the log says becomes commands, what the market did becomes batches. */
@NullMarked
package trading.codec;

import org.jspecify.annotations.NullMarked;
