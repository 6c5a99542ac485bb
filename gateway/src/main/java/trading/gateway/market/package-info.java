/** Market data: what the sales topic tells of each product, from the topic into bounded memory, from there to clients. */
@NullMarked
package trading.gateway.market;

import org.jspecify.annotations.NullMarked;
