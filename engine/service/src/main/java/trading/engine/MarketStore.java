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
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;
import org.jspecify.annotations.Nullable;

/**
 * Where Kafka Streams keeps a partition's market: records in the changelog and, as far as no market holds the same, in memory, and a
 * {@link MarketState} that writes them only when they are about to be committed.
 *
 * <p>{@link CachedStateStore} is internal to Kafka Streams, and the only way to hear of a commit before it happens.
 *
 * <p>Used by the thread of its task only. A standby has no state, and nothing to write.
 */
final class MarketStore implements StateStore, CachedStateStore<Bytes, byte[]> {

    private final KeyValueStore<Bytes, byte[]> store;
    private final KeyValueStore<Bytes, byte[]> memory;
    private @Nullable MarketState state;

    private MarketStore(KeyValueStore<Bytes, byte[]> store, KeyValueStore<Bytes, byte[]> memory) {
        this.store = store;
        this.memory = memory;
    }

    /** @param changelog settings of the changelog's topic */
    static StoreBuilder<MarketStore> builder(String name, Map<String, String> changelog) {
        return new Builder(name, changelog);
    }

    /** Where the partition stands by what was committed. Changes of this state are written from now on, of no other. */
    MarketState state() {
        clearCache();
        MarketState committed = new MarketState(new MarketRecords(store), new MarketRecords(memory));
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

    /** Called when an active task becomes a standby, whose records come from the changelog from then on. */
    @Override
    public void clearCache() {
        if (state != null) {
            state.standBy();
            state = null;
        }
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
    private record Builder(String name, Map<String, String> changelog) implements StoreBuilder<MarketStore> {

        @Override
        public MarketStore build() {
            KeyValueBytesStoreSupplier supplier = Stores.inMemoryKeyValueStore(name);
            KeyValueStore<Bytes, byte[]> memory = supplier.get();
            return new MarketStore(Stores.keyValueStoreBuilder(new Given(supplier, memory), Serdes.Bytes(),
                    Serdes.ByteArray()).withCachingDisabled().withLoggingEnabled(changelog).build(), memory);
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
            return new Builder(name, config);
        }

        @Override
        public StoreBuilder<MarketStore> withLoggingDisabled() {
            throw new UnsupportedOperationException("a market without a changelog would be lost");
        }

        @Override
        public Map<String, String> logConfig() {
            return changelog;
        }

        @Override
        public boolean loggingEnabled() {
            return true;
        }
    }

    /** Supplies the one store that is given. */
    private record Given(KeyValueBytesStoreSupplier supplier,
            KeyValueStore<Bytes, byte[]> get) implements KeyValueBytesStoreSupplier {

        @Override
        public String name() {
            return supplier.name();
        }

        @Override
        public String metricsScope() {
            return supplier.metricsScope();
        }
    }
}
