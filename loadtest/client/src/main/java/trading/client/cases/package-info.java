/** Cases of the trading rules, through the market. */
@NullMarked
package trading.client.cases;

import org.jspecify.annotations.NullMarked;
