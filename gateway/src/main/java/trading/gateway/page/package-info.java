/** The market page: files that a browser shows. What they tell comes by the API, like anyone's. */
@NullMarked
package trading.gateway.page;

import org.jspecify.annotations.NullMarked;
