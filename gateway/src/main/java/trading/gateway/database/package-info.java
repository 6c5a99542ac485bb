/** How the gateway reads the database: what it answers in time, and what its columns hold. */
@NullMarked
package trading.gateway.database;

import org.jspecify.annotations.NullMarked;
