package trading.client.audit;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.TextFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.market.OpenOrder;
import trading.wire.proto.Batch;
import trading.wire.proto.CloseReason;
import trading.wire.proto.ClosedOrder;

/** Names how one part of a batch differs from another. */
final class BatchDifference {

    /** These are compared one by one. */
    private static final Set<Integer> EVENTS = Set.of(Batch.SALES_FIELD_NUMBER, Batch.RESTED_FIELD_NUMBER,
            Batch.CLOSED_FIELD_NUMBER);

    private static final TextFormat.Printer ONE_LINE = TextFormat.printer().emittingSingleLine(true);

    private BatchDifference() {}

    /**
     * Names every field and event that is not as expected, or the bytes as a whole: at least one of them.
     *
     * @param found of other bytes than what was expected
     */
    static void name(String where, @Nullable Batch found, @Nullable Batch expected, Findings.Place findings) {
        if (found == null || expected == null) {
            return;
        }
        AtomicBoolean isNamed = new AtomicBoolean();
        Findings.Place named = (place, is, should) -> {
            isNamed.set(true);
            findings.add(place, is, should);
        };
        for (FieldDescriptor field : Batch.getDescriptor().getFields()) {
            if (!EVENTS.contains(field.getNumber()) && !found.getField(field).equals(expected.getField(field))) {
                named.add(where + ", " + field.getName(), text(found, field), text(expected, field));
            }
        }
        events(where, found, expected, named);
        if (!isNamed.get()) {
            findings.add(where, "other bytes of the same meaning", "the same bytes");
        }
    }

    private static Object text(Batch batch, FieldDescriptor field) {
        Object value = batch.getField(field);
        return field.isRepeated() ? ONE_LINE.printFieldToString(field, value).strip() : value;
    }

    private static void events(String where, Batch found, Batch expected, Findings.Place findings) {
        compare(where, found.getSalesList(), expected.getSalesList(), Events::read, Retrade::name, findings);
        compare(where, found.getRestedList(), expected.getRestedList(), Events::read,
                order -> "rested order " + order.orderId(), findings);
        compare(where, new ArrayList<>(found.getClosedList()), expected.getClosedList(), Closed::read,
                closed -> "closed order " + closed.order().orderId(), findings);
    }

    /** A closed order, of whatever reason. */
    private record Closed(OpenOrder order, CloseReason reason) {

        private static Closed read(ClosedOrder closed) {
            return new Closed(Events.read(closed.getOrder()), closed.getReason());
        }
    }

    private static <M, E extends Record> void compare(String where, List<M> found, List<M> expected,
            Function<M, E> read, Function<E, String> name, Findings.Place findings) {
        for (int i = 0; i < Math.max(found.size(), expected.size()); i++) {
            if (i >= found.size()) {
                findings.add(where + ", " + name.apply(read.apply(expected.get(i))), "nothing",
                        read.apply(expected.get(i)));
            } else if (i >= expected.size()) {
                findings.add(where + ", " + name.apply(read.apply(found.get(i))), read.apply(found.get(i)), "nothing");
            } else if (!found.get(i).equals(expected.get(i))) {
                E event = read.apply(expected.get(i));
                Fields.compare(where + ", " + name.apply(event), read.apply(found.get(i)), event, findings);
            }
        }
    }
}
