package trading.gateway.recent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecentRecordsTest {

    private final RecentRecords records = new RecentRecords();

    /** What the records must say, as objects. */
    private record Known(UUID id, ByteBuffer bytes) {}

    @Test
    void followsAnIdFromItsNewestRecordToItsOldest() {
        UUID apple = UUID.randomUUID();
        UUID pear = UUID.randomUUID();
        add(apple, 1);
        add(pear, 2);
        add(apple, 3);
        long newest = records.newest(apple);
        assertThat(records.at(newest).get(0)).isEqualTo((byte) 3);
        assertThat(records.at(records.before(newest)).get(0)).isEqualTo((byte) 1);
        assertThat(records.before(records.before(newest))).isEqualTo(RecentRecords.NONE);
        assertThat(records.before(records.newest(pear))).isEqualTo(RecentRecords.NONE);
        assertThat(records.newest(UUID.randomUUID())).isEqualTo(RecentRecords.NONE);
        assertThat(records.ids()).isEqualTo(2);
    }

    @Test
    void theChainEndsWhereTheOldestLeft() {
        UUID id = UUID.randomUUID();
        add(id, 1);
        add(id, 2);
        long first = records.oldest();
        records.removeOldest();
        assertThat(records.isHere(first)).isFalse();
        assertThat(records.at(records.newest(id)).get(0)).isEqualTo((byte) 2);
        assertThat(records.before(records.newest(id))).isEqualTo(RecentRecords.NONE);
        records.removeOldest();
        assertThat(records.newest(id)).isEqualTo(RecentRecords.NONE);
        assertThat(records.size()).isZero();
        assertThat(records.bytes()).isZero();
    }

    @Test
    void whatIsForgottenBeginsAnew() {
        UUID id = UUID.randomUUID();
        add(id, 1);
        records.forget(id);
        assertThat(records.newest(id)).isEqualTo(RecentRecords.NONE);
        add(id, 2);
        records.removeOldest();
        assertThat(records.at(records.newest(id)).get(0)).isEqualTo((byte) 2);
    }

    @Test
    void refusesWhatNeverFits() {
        assertThatThrownBy(() -> records.add(UUID.randomUUID(), RecentRecords.MAX_BYTES + 1))
                .hasMessageContaining("16385");
        assertThat(records.size()).isZero();
    }

    @Test
    void saysTheSameAsObjectsWould() {
        long seed = Long.getLong("trading.seed", System.nanoTime() % 1_000_000);
        Random random = new Random(seed);
        UUID[] ids = new UUID[200];
        Arrays.setAll(ids, _ -> new UUID(random.nextLong(), random.nextLong()));
        Deque<Known> expected = new ArrayDeque<>();
        for (int round = 0; round < 60; round++) {
            int adds = random.nextInt(200);
            for (int i = 0; i < adds; i++) {
                byte[] bytes = new byte[random.nextInt(10) == 0 ? random.nextInt(RecentRecords.MAX_BYTES + 1) : 40];
                random.nextBytes(bytes);
                UUID id = ids[random.nextInt(ids.length)];
                records.add(id, bytes.length).put(bytes);
                expected.add(new Known(id, ByteBuffer.wrap(bytes)));
            }
            int removals = random.nextInt(4) == 0 ? expected.size() : random.nextInt(expected.size() + 1);
            for (int i = 0; i < removals; i++) {
                assertThat(records.id(records.oldest())).as("seed %d", seed).isEqualTo(expected.remove().id());
                records.removeOldest();
            }
            assertThat(records.size()).as("seed %d", seed).isEqualTo(expected.size());
            assertThat(all()).as("seed %d, round %d", seed, round)
                    .containsExactlyElementsOf(expected.stream().map(Known::id).toList());
            for (UUID id : ids) {
                assertThat(chain(id)).as("seed %d, round %d", seed, round).containsExactlyElementsOf(
                        expected.reversed().stream().filter(known -> known.id().equals(id)).map(Known::bytes).toList());
            }
        }
    }

    @Test
    void takesNoMoreMemoryThanItsRecords() {
        for (int i = 0; i < 100_000; i++) {
            add(UUID.randomUUID(), 1);
            if (i >= 1_000) {
                records.removeOldest();
            }
            assertThat(records.bytes()).isBetween(1L, 200_000L);
        }
    }

    private void add(UUID id, int content) {
        records.add(id, 1).put((byte) content);
    }

    private List<UUID> all() {
        List<UUID> all = new ArrayList<>();
        long at = records.size() == 0 ? RecentRecords.NONE : records.oldest();
        while (at != RecentRecords.NONE) {
            all.add(records.id(at));
            at = records.after(at);
        }
        return all;
    }

    private List<ByteBuffer> chain(UUID id) {
        List<ByteBuffer> chain = new ArrayList<>();
        for (long at = records.newest(id); at != RecentRecords.NONE; at = records.before(at)) {
            chain.add(records.at(at));
        }
        return chain;
    }
}
