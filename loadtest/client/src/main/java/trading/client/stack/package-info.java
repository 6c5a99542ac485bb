/** The running stack, as a client sees it: where its parts are, and how far each is behind. */
@NullMarked
package trading.client.stack;

import org.jspecify.annotations.NullMarked;
