@NullMarked
package trading.client.profile;

import org.jspecify.annotations.NullMarked;
