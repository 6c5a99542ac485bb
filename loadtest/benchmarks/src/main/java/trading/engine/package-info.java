/** The engine beside the least that trades on Kafka Streams. */
@NullMarked
package trading.engine;

import org.jspecify.annotations.NullMarked;
