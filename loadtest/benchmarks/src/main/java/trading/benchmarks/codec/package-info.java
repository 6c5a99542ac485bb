/** What travels between the services. */
@NullMarked
package trading.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
