/** Connections between services and servers that can be slowed down, held and cut. */
@NullMarked
package trading.system.links;

import org.jspecify.annotations.NullMarked;
