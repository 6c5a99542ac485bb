/**
 * What the services share. Above all what travels between them: messages, order ids, limits of every field, and the topics. Beside it the
 * schema of the database and the SQL that more than one of them asks, and how they reach Kafka and refuse to start.
 */
@NullMarked
package trading.wire;

import org.jspecify.annotations.NullMarked;
