/** What the articles' systems share: how orders come in and results go out over HTTP, whatever the server. */
@NullMarked
package trading.baselines.orders;

import org.jspecify.annotations.NullMarked;
