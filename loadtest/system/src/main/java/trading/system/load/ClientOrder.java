package trading.system.load;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import trading.wire.OrderId;
import trading.wire.Price;
import trading.wire.Topics;
import trading.wire.proto.Side;

/**
 * An order as its client remembers it: what was sent, and what was answered. Guarded by itself.
 */
public final class ClientOrder {

    /** The client tries elsewhere. */
    static final int GIVEN_UP = 0;

    private final Side side;
    private final String productId;
    private final String userId;
    private final String clientOrderId;
    private final long quantity;
    private final long price;
    private final boolean isTwin;
    private @Nullable UUID answeredId;
    private boolean perhapsTaken;
    private boolean givenUp;
    private boolean cancelSent;
    private boolean cancelAccepted;
    private boolean usedAgain;
    private int sentInVain;

    /**
     * @param price in ticks; 0: any price
     * @param isTwin whether its client order id was used for another product first
     */
    ClientOrder(Side side, String productId, String userId, String clientOrderId, long quantity, long price,
            boolean isTwin) {
        this.side = side;
        this.productId = productId;
        this.userId = userId;
        this.clientOrderId = clientOrderId;
        this.quantity = quantity;
        this.price = price;
        this.isTwin = isTwin;
    }

    public Side side() {
        return side;
    }

    public String productId() {
        return productId;
    }

    public String userId() {
        return userId;
    }

    public String clientOrderId() {
        return clientOrderId;
    }

    public long quantity() {
        return quantity;
    }

    /** In ticks; 0: any price. */
    public long price() {
        return price;
    }

    boolean isTwin() {
        return isTwin;
    }

    /** The id that any gateway gives this order, whether one has or not. */
    public UUID id() {
        return OrderId.ofClient(Topics.partition(productId), userId, productId, clientOrderId);
    }

    /** Whether a gateway said that it took the order. */
    public synchronized boolean isAccepted() {
        return answeredId != null;
    }

    /** Whether every answer was a refusal, and it was not sent again. */
    public synchronized boolean isSurelyNotTaken() {
        return answeredId == null && givenUp && !perhapsTaken;
    }

    /** Whether it was sent and nobody knows what became of it. */
    public synchronized boolean isUnanswered() {
        return answeredId == null && !isSurelyNotTaken();
    }

    /** Whether it was sent once, answered at once, and left alone. */
    public synchronized boolean isPlain() {
        return answeredId != null && sentInVain == 0 && !cancelSent && !usedAgain && !isTwin;
    }

    public synchronized boolean isCancelSent() {
        return cancelSent;
    }

    /** Whether a gateway said that it took the order's cancel. */
    public synchronized boolean isCancelAccepted() {
        return cancelAccepted;
    }

    /** A gateway took it. Returns what is wrong about the answer, {@code null} if nothing is. */
    synchronized @Nullable String accepted(UUID id) {
        UUID before = answeredId;
        answeredId = id;
        if (before != null && !before.equals(id)) {
            return this + ": answered " + id + " (expected: " + before + ", as before)";
        }
        return id.equals(id()) ? null : this + ": answered " + id + " (expected: " + id() + ")";
    }

    /** There was no answer, or one that leaves it open. Returns how often it was sent in vain in all. */
    synchronized int perhapsTaken() {
        perhapsTaken = true;
        return ++sentInVain;
    }

    /**
     * It was refused for now. Returns how often it was sent in vain in all, or {@link #GIVEN_UP}: but who may have been heard does not give up.
     */
    synchronized int refused(boolean impatient) {
        givenUp = impatient && !perhapsTaken && answeredId == null;
        sentInVain++;
        return givenUp ? GIVEN_UP : sentInVain;
    }

    /** Its client order id is sent again: with the same order, or with another. */
    synchronized void usedAgain() {
        usedAgain = true;
    }

    synchronized void cancelSent() {
        cancelSent = true;
    }

    /** A gateway took its cancel. Returns what is wrong about the answer, {@code null} if nothing is. */
    synchronized @Nullable String cancelAccepted(UUID id) {
        cancelAccepted = true;
        return id.equals(id()) ? null : this + ": its cancel answered " + id + " (expected: " + id() + ")";
    }

    /** The line that places it. */
    String line() {
        return line(price);
    }

    /** The line that places it at another price. */
    String line(long otherPrice) {
        return "{\"side\":\"" + side + "\",\"productId\":\"" + productId + "\",\"quantity\":" + quantity
                + (otherPrice == 0 ? "" : ",\"price\":\"" + Price.format(otherPrice) + "\"") + ",\"userId\":\"" + userId
                + "\",\"clientOrderId\":\"" + clientOrderId + "\"}\n";
    }

    /** The line that cancels it. */
    String cancelLine() {
        return "{\"cancel\":\"" + id() + "\",\"userId\":\"" + userId + "\"}\n";
    }

    @Override
    public String toString() {
        return "order " + id() + " (" + side + " " + quantity + " " + productId + " by " + userId + ", client order id "
                + clientOrderId + ")";
    }
}
