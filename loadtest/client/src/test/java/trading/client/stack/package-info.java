@NullMarked
package trading.client.stack;

import org.jspecify.annotations.NullMarked;
