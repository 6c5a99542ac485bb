/** What an order and a sale cost each process, beside what they may. */
@NullMarked
package trading.system.budget;

import org.jspecify.annotations.NullMarked;
