/** What became of orders: from the results topic into a bounded cache, from there or from the database to the client. */
@NullMarked
package trading.gateway.results;

import org.jspecify.annotations.NullMarked;
