/** The load test: closed and open loops at a running pipeline, measured. */
@NullMarked
package trading.client.load;

import org.jspecify.annotations.NullMarked;
