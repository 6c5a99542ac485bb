@NullMarked
package trading.client.demo;

import org.jspecify.annotations.NullMarked;
