package trading.persister;

import io.asyncer.r2dbc.mysql.ConnectionContext;
import io.asyncer.r2dbc.mysql.DriverInternals;
import io.asyncer.r2dbc.mysql.MySqlParameter;
import io.asyncer.r2dbc.mysql.Query;
import io.asyncer.r2dbc.mysql.codec.Codecs;
import io.asyncer.r2dbc.mysql.message.client.ClientMessage;
import io.asyncer.r2dbc.mysql.message.client.PreparedTextQueryMessage;
import io.asyncer.r2dbc.mysql.message.client.TextQueryMessage;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import io.r2dbc.spi.Statement;
import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import trading.wire.Schema;

/**
 * A database connection that leads nowhere: a statement goes through the driver's own parser, codecs and messages up to the
 * bytes for the network, and then counts as done. For one thread.
 */
final class EncodingConnection implements ConnectionFactory {

    private static final ByteBufAllocator BUFFERS = PooledByteBufAllocator.DEFAULT;

    private final ConnectionContext session = DriverInternals.newSession();
    private final Codecs codecs = Codecs.builder().build();

    private final Connection connection = answering(Connection.class);
    private long encodedBytes;

    @Override
    public Publisher<Connection> create() {
        return Mono.just(connection);
    }

    @Override
    public ConnectionFactoryMetadata getMetadata() {
        return () -> "nowhere";
    }

    /** Bytes of all statements so far. */
    long encodedBytes() {
        return encodedBytes;
    }

    /** Makes statements, has the schema that is asked for, and has nothing to say to anything else. */
    private <T> T answering(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "createStatement" -> new EncodedStatement((String) arguments[0]);
                    case "get" -> Schema.VERSION;
                    default -> Mono.empty();
                }));
    }

    /** What the driver's statement does until its message is on the network. */
    private final class EncodedStatement implements Statement {

        private final String sql;
        private final Query query;
        private final MySqlParameter[] parameters;

        private EncodedStatement(String sql) {
            this.sql = sql;
            // The driver, too, parses each statement: unless told otherwise, it remembers none.
            this.query = Query.parse(sql);
            this.parameters = new MySqlParameter[DriverInternals.parameters(query)];
        }

        @Override
        public Statement bind(int index, Object value) {
            parameters[index] = codecs.encode(value, session);
            return this;
        }

        @Override
        public Statement bindNull(int index, Class<?> type) {
            parameters[index] = codecs.encodeNull();
            return this;
        }

        @Override
        public Publisher<? extends Result> execute() {
            ClientMessage message = parameters.length == 0
                    ? new TextQueryMessage(sql)
                    : new PreparedTextQueryMessage(query, "", parameters);
            return Flux.from(message.encode(BUFFERS, session))
                    .map(bytes -> {
                        encodedBytes += bytes.readableBytes();
                        bytes.release();
                        return new Done();
                    });
        }

        @Override
        public Statement add() {
            throw new UnsupportedOperationException("add");
        }

        @Override
        public Statement bind(String name, Object value) {
            throw new UnsupportedOperationException("bind by name");
        }

        @Override
        public Statement bindNull(String name, Class<?> type) {
            throw new UnsupportedOperationException("bind by name");
        }
    }

    /** The statement succeeded; if it asked for something, it is the schema's version. */
    private final class Done implements Result {

        @Override
        public Publisher<Long> getRowsUpdated() {
            return Mono.just(0L);
        }

        @Override
        public <T> Publisher<T> map(Function<? super Readable, ? extends T> mapping) {
            return Mono.just(mapping.apply(answering(Row.class)));
        }

        @Override
        public <T> Publisher<T> map(BiFunction<Row, RowMetadata, ? extends T> mapping) {
            throw new UnsupportedOperationException("map with metadata");
        }

        @Override
        public Result filter(Predicate<Segment> filter) {
            throw new UnsupportedOperationException("filter");
        }

        @Override
        public <T> Publisher<T> flatMap(Function<Segment, ? extends Publisher<? extends T>> mapping) {
            throw new UnsupportedOperationException("flatMap");
        }
    }
}
