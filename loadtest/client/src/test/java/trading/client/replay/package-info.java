@NullMarked
package trading.client.replay;

import org.jspecify.annotations.NullMarked;
