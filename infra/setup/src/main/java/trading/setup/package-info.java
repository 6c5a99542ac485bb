/** What has to be there before the services start. */
@org.jspecify.annotations.NullMarked
package trading.setup;
