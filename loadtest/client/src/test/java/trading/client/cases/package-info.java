@NullMarked
package trading.client.cases;

import org.jspecify.annotations.NullMarked;
