/** The persister's own way of a row, measured. */
@NullMarked
package trading.persister;

import org.jspecify.annotations.NullMarked;
