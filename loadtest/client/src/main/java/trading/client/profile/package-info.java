/** Where the processes of a running stack spend their CPU time, by async-profiler. */
@NullMarked
package trading.client.profile;

import org.jspecify.annotations.NullMarked;
