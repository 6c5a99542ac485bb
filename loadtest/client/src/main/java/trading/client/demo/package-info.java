/** The demo: the project's own random orders into a running stack, and what came of them. */
@NullMarked
package trading.client.demo;

import org.jspecify.annotations.NullMarked;
