@org.jspecify.annotations.NullMarked
package trading.setup;
