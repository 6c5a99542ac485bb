/** What was first ordered under the client order ids of the last minutes. */
@NullMarked
package trading.gateway.idempotency;

import org.jspecify.annotations.NullMarked;
