/** The client's commands: demo, replay, cases and sql. */
@NullMarked
package trading.client;

import org.jspecify.annotations.NullMarked;
