/** What the programs behind {@code ./pipeline} share: they say what is wrong with a command line, and know where they were built. */
@NullMarked
package trading.command;

import org.jspecify.annotations.NullMarked;
