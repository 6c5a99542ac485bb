@NullMarked
package trading.client;

import org.jspecify.annotations.NullMarked;
