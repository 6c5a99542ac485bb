/** How requests are read and answered, for every feature alike. */
@NullMarked
package trading.gateway.requests;

import org.jspecify.annotations.NullMarked;
