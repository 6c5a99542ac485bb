package trading.system.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import trading.system.load.ClientOrder;
import trading.system.watch.Logs;
import trading.system.watch.Logs.Moment;
import trading.wire.Topics;
import trading.wire.proto.CancelOrder;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;

/** Compares what clients remember with the orders log: what was accepted is there, what was refused is not. */
final class OrdersLogCheck {

    private OrdersLogCheck() {}

    /** Names each disagreement, up to a number of them. */
    static List<String> compare(List<ClientOrder> memory, Logs logs, Moment from, int maxFindings)
            throws InterruptedException {
        Set<UUID> placed = new HashSet<>();
        Set<UUID> cancelled = new HashSet<>();
        logs.read(Topics.ORDERS, from, logs.now(), false, found -> {
            try {
                Command command = found.value() == null
                        ? Command.getDefaultInstance()
                        : Command.parseFrom(found.value());
                if (command.hasPlace()) {
                    PlaceOrder place = command.getPlace();
                    placed.add(new UUID(place.getOrderIdHigh(), place.getOrderIdLow()));
                } else if (command.hasCancel()) {
                    CancelOrder cancel = command.getCancel();
                    cancelled.add(new UUID(cancel.getOrderIdHigh(), cancel.getOrderIdLow()));
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
     * @param placed orders in the log
     * @param cancelled orders whose cancel is in the log
     */
    static List<String> compare(List<ClientOrder> memory, Set<UUID> placed, Set<UUID> cancelled, int maxFindings) {
        Set<UUID> sent = memory.stream().map(ClientOrder::id).collect(Collectors.toSet());
        List<String> findings = new ArrayList<>();
        placed.stream().filter(id -> !sent.contains(id)).limit(maxFindings)
                .forEach(id -> findings.add("order " + id + ": in the log (expected: not, nobody sent it)"));
        for (ClientOrder order : memory) {
            if (findings.size() >= maxFindings) {
                break;
            }
            if (order.isAccepted() && !placed.contains(order.id())) {
                findings.add(order + ": accepted, but not in the log");
            } else if (order.isSurelyNotTaken() && placed.contains(order.id())) {
                findings.add(order + ": refused with 503, but in the log");
            }
            if (order.isCancelAccepted() && !cancelled.contains(order.id())) {
                findings.add(order + ": its cancel accepted, but not in the log");
            }
        }
        return findings;
    }
}
