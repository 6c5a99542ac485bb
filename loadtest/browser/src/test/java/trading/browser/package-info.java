/** The market page as its users see it: a real browser, a real pipeline. */
@NullMarked
package trading.browser;

import org.jspecify.annotations.NullMarked;
