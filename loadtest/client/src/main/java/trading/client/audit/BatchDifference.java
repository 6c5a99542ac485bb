package trading.client.audit;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import trading.codec.Events;
import trading.wire.proto.Batch;

/** Names how one part of a batch differs from another. */
final class BatchDifference {

    private BatchDifference() {}

    /** Names every field and event that is not as expected; bytes of other encoding are named, too. */
    static void name(String where, @Nullable Batch found, @Nullable Batch expected, Findings.Place findings) {
        if (found == null || expected == null) {
            return;
        }
        for (FieldDescriptor field : Batch.getDescriptor().getFields()) {
            if (!field.isRepeated() && !found.getField(field).equals(expected.getField(field))) {
                findings.add(where + ", " + field.getName(), found.getField(field), expected.getField(field));
            }
        }
        events(where, found, expected, findings);
        if (found.equals(expected)) {
            findings.add(where, "other bytes of the same meaning", "the same bytes");
        }
    }

    private static void events(String where, Batch found, Batch expected, Findings.Place findings) {
        compare(where, found.getSalesList(), expected.getSalesList(), Events::read, Retrade::name, findings);
        compare(where, found.getRestedList(), expected.getRestedList(), Events::read,
                order -> "rested order " + order.orderId(), findings);
        compare(where, new ArrayList<>(found.getClosedList()), expected.getClosedList(),
                closed -> Events.read(closed.getOrder()), order -> "closed order " + order.orderId(), findings);
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
