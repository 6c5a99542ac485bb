@NullMarked
package trading.system.links;

import org.jspecify.annotations.NullMarked;
