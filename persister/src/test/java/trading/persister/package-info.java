@NullMarked
package trading.persister;

import org.jspecify.annotations.NullMarked;
