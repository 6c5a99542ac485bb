/** Holds metrics, their page, dashboards and alerts against each other. */
@NullMarked
package trading.system.figures;

import org.jspecify.annotations.NullMarked;
