/** The client's commands: demo, replay, cases, sql and audit. */
@NullMarked
package trading.client;

import org.jspecify.annotations.NullMarked;
