/** Tomcat as the HTTP server. */
@NullMarked
package trading.baselines.tomcat;

import org.jspecify.annotations.NullMarked;
