/** From the engines' batches to rows in MySQL, and then, and only then, to results. */
@NullMarked
package trading.persister;

import org.jspecify.annotations.NullMarked;
