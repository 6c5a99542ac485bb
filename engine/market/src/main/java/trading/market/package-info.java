/**
 * The trading rules, and nothing else: no Kafka, no Spring, no clock, no randomness. Time comes in as an argument, and
 * the same batches give the same outcomes wherever and whenever they are traded.
 */
@NullMarked
package trading.market;

import org.jspecify.annotations.NullMarked;
