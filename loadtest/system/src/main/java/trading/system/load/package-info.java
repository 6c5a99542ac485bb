/** Clients who do what a client must: remember what they sent, and send again what was not answered. */
@NullMarked
package trading.system.load;

import org.jspecify.annotations.NullMarked;
