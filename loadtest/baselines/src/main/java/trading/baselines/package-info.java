/** The systems of the articles, rebuilt with libraries that are maintained: what the pipeline is compared with. */
@NullMarked
package trading.baselines;

import org.jspecify.annotations.NullMarked;
