/** How sales reach the database: one row a statement, waiting for each or not. */
@NullMarked
package trading.baselines.sales;

import org.jspecify.annotations.NullMarked;
