/** The whole stack on one machine, without Docker: a broker, a database and the services, as processes on loopback. */
@NullMarked
package trading.local;

import org.jspecify.annotations.NullMarked;
