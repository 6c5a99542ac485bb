/** What went wrong, as RFC 9457 problem details: one form for every endpoint and every line of a stream. */
@NullMarked
package trading.gateway.problems;

import org.jspecify.annotations.NullMarked;
