@NullMarked
package trading.client.load;

import org.jspecify.annotations.NullMarked;
