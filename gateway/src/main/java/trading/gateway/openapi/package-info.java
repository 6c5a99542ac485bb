/**
 * What the description of the API says beside what the code shows, and where it is served. It is generated when the gateway is
 * tested; see docs/decisions.md.
 */
@NullMarked
package trading.gateway.openapi;

import org.jspecify.annotations.NullMarked;
