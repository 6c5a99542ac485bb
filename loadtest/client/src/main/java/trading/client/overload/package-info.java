/** More orders than the pipeline can take, and what becomes of it. */
@NullMarked
package trading.client.overload;

import org.jspecify.annotations.NullMarked;
