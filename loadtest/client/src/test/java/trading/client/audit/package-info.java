@NullMarked
package trading.client.audit;

import org.jspecify.annotations.NullMarked;
