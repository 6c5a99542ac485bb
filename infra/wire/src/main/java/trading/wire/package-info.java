/** What travels between the services: messages, order ids, limits of every field, and the topics. */
@NullMarked
package trading.wire;

import org.jspecify.annotations.NullMarked;
