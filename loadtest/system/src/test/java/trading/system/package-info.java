/** The whole pipeline, seen from outside. */
@NullMarked
package trading.system;

import org.jspecify.annotations.NullMarked;
