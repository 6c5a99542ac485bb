@NullMarked
package trading.client.overload;

import org.jspecify.annotations.NullMarked;
