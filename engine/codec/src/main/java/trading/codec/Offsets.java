package trading.codec;

/**
 * The stretch of its partition's orders log that a batch covers.
 *
 * @param first the offset after the last of the batch before
 * @param last the last record of the batch, {@code first - 1} for a batch without commands
 * @param missed how many of these records no engine has read nor ever will: deleted before, or passed over
 */
public record Offsets(long first, long last, long missed) {}
