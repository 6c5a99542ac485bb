package trading.engine;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Where Kafka Streams keeps a partition's market: records in memory and in the changelog, and a {@link MarketState} that
 * writes into them only when they are about to be committed.
 *
 * <p>{@link CachedStateStore} is internal to Kafka Streams, and the only way to hear of a commit before it happens.
 *
 * <p>Used by the thread of its task only. A standby has no state, and nothing to write.
 */
final class MarketStore implements StateStore, CachedStateStore<Bytes, byte[]> {

    private final KeyValueStore<Bytes, byte[]> store;
    private @Nullable MarketState state;

    private MarketStore(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** @param changelog settings of the changelog's topic */
    static StoreBuilder<MarketStore> builder(String name, Map<String, String> changelog) {
        return new Builder(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.Bytes(),
                Serdes.ByteArray()).withCachingDisabled().withLoggingEnabled(changelog));
    }

    /** Where the partition stands by what was committed. Changes of this state are written from now on, of no other. */
    MarketState state() {
        MarketState committed = new MarketState(new MarketRecords(store));
        state = committed;
        return committed;
    }

    /** Called just before a commit, also at the end of a task, by the thread that processes. */
    @Override
    public void flushCache() {
        if (state != null) {
            state.flush();
        }
    }

    /** Called when an active task becomes a standby, whose records come from the changelog. */
    @Override
    public void clearCache() {
        state = null;
    }

    @Override
    public boolean setFlushListener(CacheFlushListener<Bytes, byte[]> listener, boolean sendOldValues) {
        return false;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        store.init(context, root);
    }

    /** Writes nothing: called after a commit, when what is written would be part of the next one. */
    @Override
    public void flush() {
        store.flush();
    }

    @Override
    public void close() {
        state = null;
        store.close();
    }

    @Override
    public boolean persistent() {
        return store.persistent();
    }

    @Override
    public boolean isOpen() {
        return store.isOpen();
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        return store.query(query, bound, config);
    }

    @Override
    public Position getPosition() {
        return store.getPosition();
    }

    /** A store for each task. Caching is what the store does itself, and without a changelog nothing would be kept. */
    private record Builder(
            StoreBuilder<KeyValueStore<Bytes, byte[]>> stores) implements StoreBuilder<MarketStore> {

        @Override
        public MarketStore build() {
            return new MarketStore(stores.build());
        }

        @Override
        public StoreBuilder<MarketStore> withCachingEnabled() {
            return this;
        }

        @Override
        public StoreBuilder<MarketStore> withCachingDisabled() {
            return this;
        }

        @Override
        public StoreBuilder<MarketStore> withLoggingEnabled(Map<String, String> config) {
            stores.withLoggingEnabled(config);
            return this;
        }

        @Override
        public StoreBuilder<MarketStore> withLoggingDisabled() {
            throw new UnsupportedOperationException("a market without a changelog would be lost");
        }

        @Override
        public Map<String, String> logConfig() {
            return stores.logConfig();
        }

        @Override
        public boolean loggingEnabled() {
            return stores.loggingEnabled();
        }

        @Override
        public String name() {
            return stores.name();
        }
    }
}
