/** The schema of the database, as migrations, and the step that runs them. */
@NullMarked
package trading.mysql;

import org.jspecify.annotations.NullMarked;
