/** Cases of the trading rules, as files. */
@NullMarked
package trading.market.cases;

import org.jspecify.annotations.NullMarked;
