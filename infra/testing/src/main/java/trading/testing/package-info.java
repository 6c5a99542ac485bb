/** A real Kafka and a real database for tests: out of jars, or in containers; and an issuer of tokens. */
@NullMarked
package trading.testing;

import org.jspecify.annotations.NullMarked;
