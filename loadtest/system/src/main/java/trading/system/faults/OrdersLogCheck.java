package trading.system.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import trading.system.load.ClientOrder;
import trading.system.watch.Logs;
import trading.system.watch.Logs.Moment;
import trading.wire.Topics;
import trading.wire.proto.Command;
import trading.wire.proto.PlaceOrder;

/** Compares what clients remember with the orders log: what was accepted is there, what was refused is not. */
final class OrdersLogCheck {

    private OrdersLogCheck() {}

    /** Names each disagreement, up to a number of them. */
    static List<String> compare(List<ClientOrder> memory, Logs logs, Moment from, int maxFindings)
            throws InterruptedException {
        Map<UUID, ClientOrder> sent = new HashMap<>();
        memory.forEach(order -> sent.put(order.id(), order));
        Set<UUID> logged = new HashSet<>();
        logs.read(Topics.ORDERS, from, logs.now(), false, found -> {
            try {
                Command command = found.value() == null
                        ? Command.getDefaultInstance()
                        : Command.parseFrom(found.value());
                if (command.hasPlace()) {
                    PlaceOrder place = command.getPlace();
                    logged.add(new UUID(place.getOrderIdHigh(), place.getOrderIdLow()));
                }
            } catch (InvalidProtocolBufferException e) {
                // Poison is no order.
            }
        });
        List<String> findings = new ArrayList<>();
        logged.stream().filter(id -> !sent.containsKey(id)).limit(maxFindings)
                .forEach(id -> findings.add("order " + id + ": in the log (expected: not, nobody sent it)"));
        for (ClientOrder order : memory) {
            if (findings.size() >= maxFindings) {
                break;
            }
            if (order.isAccepted() && !logged.contains(order.id())) {
                findings.add(order + ": accepted, but not in the log");
            } else if (order.isSurelyNotTaken() && logged.contains(order.id())) {
                findings.add(order + ": refused with 503, but in the log");
            }
        }
        return findings;
    }
}
