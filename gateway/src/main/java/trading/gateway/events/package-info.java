/** What happened to a user's orders, told as it is persisted: from the results topic to whoever listens. */
@NullMarked
package trading.gateway.events;

import org.jspecify.annotations.NullMarked;
