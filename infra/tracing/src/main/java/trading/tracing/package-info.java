/** What became of sampled orders, step by step, for a collector of OpenTelemetry; off unless one is named. */
@NullMarked
package trading.tracing;

import org.jspecify.annotations.NullMarked;
