/** What the articles' systems share: a market that is scanned, and an engine that trades it every few milliseconds. */
@NullMarked
package trading.baselines.market;

import org.jspecify.annotations.NullMarked;
