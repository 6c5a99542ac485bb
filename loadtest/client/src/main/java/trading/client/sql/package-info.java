/** SQL statements against the stack's database. */
@NullMarked
package trading.client.sql;

import org.jspecify.annotations.NullMarked;
