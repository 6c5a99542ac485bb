package trading.system.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import trading.system.load.ClientOrder;
import trading.system.watch.Logs;
import trading.system.watch.Logs.Moment;
import trading.wire.OrderId;
import trading.wire.Topics;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;

/** Compares what clients remember with the orders log: what was accepted is there as it was sent, what was refused is not. */
final class OrdersLogCheck {

    private OrdersLogCheck() {}

    /** Names each disagreement, up to a number of them. */
    static List<String> compare(List<ClientOrder> memory, Logs logs, Moment from, int maxFindings)
            throws InterruptedException {
        Map<UUID, PlaceOrder> placed = new HashMap<>();
        Map<UUID, CancelOrder> cancelled = new HashMap<>();
        logs.read(Topics.ORDERS, from, logs.now(), false, found -> {
            try {
                Command command = found.value() == null
                        ? Command.getDefaultInstance()
                        : Command.parseFrom(found.value());
                if (command.hasPlace()) {
                    PlaceOrder place = command.getPlace();
                    placed.putIfAbsent(new UUID(place.getOrderIdHigh(), place.getOrderIdLow()), place);
                } else if (command.hasCancel()) {
                    CancelOrder cancel = command.getCancel();
                    UUID orderId = new UUID(cancel.getOrderIdHigh(), cancel.getOrderIdLow());
                    if (found.partition() == OrderId.partition(orderId)) {
                        cancelled.putIfAbsent(orderId, cancel);
                    }
                }
            } catch (InvalidProtocolBufferException e) {
                // Poison is no order.
            }
        });
        return compare(memory, placed, cancelled, maxFindings);
    }

    /**
     * Names each disagreement, up to a number of them.
     *
     * @param placed orders in the log, each as it stands there first: a repeat changes nothing
     * @param cancelled cancels in the log, in the partition of their orders, by the order's id
     */
    static List<String> compare(List<ClientOrder> memory, Map<UUID, PlaceOrder> placed,
            Map<UUID, CancelOrder> cancelled, int maxFindings) {
        Set<UUID> sent = memory.stream().map(ClientOrder::id).collect(Collectors.toSet());
        List<String> findings = new ArrayList<>();
        placed.keySet().stream().filter(id -> !sent.contains(id)).limit(maxFindings)
                .forEach(id -> findings.add("order " + id + ": in the log (expected: not, nobody sent it)"));
        for (ClientOrder order : memory) {
            if (findings.size() >= maxFindings) {
                break;
            }
            PlaceOrder place = placed.get(order.id());
            if (place == null) {
                if (order.isAccepted()) {
                    findings.add(order + ": accepted, but not in the log");
                }
            } else if (order.isSurelyNotTaken()) {
                findings.add(order + ": refused with 503, but in the log");
            } else if (!isOf(order, place)) {
                findings.add(order + ": " + shortText(place) + " in the log (expected: as it was sent)");
            }
            CancelOrder cancel = cancelled.get(order.id());
            if (cancel == null && order.isCancelAccepted()) {
                findings.add(order + ": its cancel accepted, but not in the log");
            } else if (cancel != null && !cancel.getUserId().equals(order.userId())) {
                findings.add(
                        order + ": its cancel is by " + cancel.getUserId() + " in the log (expected: as it was sent)");
            }
        }
        return findings;
    }

    private static boolean isOf(ClientOrder order, PlaceOrder place) {
        return place.getSide() == order.side() && place.getProductId().equals(order.productId())
                && place.getUserId().equals(order.userId()) && place.getQuantity() == order.quantity()
                && place.getPrice() == order.price()
                && place.getTimeInForce() == PlaceOrder.getDefaultInstance().getTimeInForce();
    }

    private static String shortText(PlaceOrder place) {
        return place.toString().strip().replaceAll("\\s+", " ");
    }
}
