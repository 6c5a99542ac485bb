@org.jspecify.annotations.NullMarked
package trading.client.overload;
