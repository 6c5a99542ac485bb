/** The pipeline and the articles' systems, measured one after another. */
@NullMarked
package trading.system.compare;

import org.jspecify.annotations.NullMarked;
