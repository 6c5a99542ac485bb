@NullMarked
package trading.client.sql;

import org.jspecify.annotations.NullMarked;
