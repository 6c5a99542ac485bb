/** The scanned market beside the pipeline's. */
@NullMarked
package trading.baselines.market;

import org.jspecify.annotations.NullMarked;
