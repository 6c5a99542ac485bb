/** Faults into a whole pipeline under load, and the proof that nothing was lost or doubled. */
@NullMarked
package trading.system;

import org.jspecify.annotations.NullMarked;
