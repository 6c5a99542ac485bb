/** Who may do what: nobody is asked, or tokens say who asks. */
@NullMarked
package trading.gateway.security;

import org.jspecify.annotations.NullMarked;
