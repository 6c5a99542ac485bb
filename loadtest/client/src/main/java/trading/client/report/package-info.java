/** What a load run gave, as JSON and as a page with pictures, and runs beside each other. */
@NullMarked
package trading.client.report;

import org.jspecify.annotations.NullMarked;
