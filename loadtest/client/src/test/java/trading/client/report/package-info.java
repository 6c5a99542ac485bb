@NullMarked
package trading.client.report;

import org.jspecify.annotations.NullMarked;
