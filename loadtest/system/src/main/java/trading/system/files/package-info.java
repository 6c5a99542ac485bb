/** How fast a file gets from a disk to many clients. */
@NullMarked
package trading.system.files;

import org.jspecify.annotations.NullMarked;
