package trading.gateway.results;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryMetadata;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.aopalliance.intercept.MethodInterceptor;
import org.reactivestreams.Publisher;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.r2dbc.ConnectionFactoryDecorator;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import trading.gateway.ResultProperties;

/**
 * Closes connections to the database within a limit. One whose server vanished without a word waits with its farewell for an answer
 * that never comes, for as long as TCP hopes, and its place in the pool would be taken until then. That it is such a one, the
 * pool finds out by asking each connection before it lends it. And closes those that come when the pool no longer waits for them:
 * the driver would leave them open, and each attempt would take a session of the server.
 *
 * <p>Safe for use by any thread.
 */
@Component
final class BoundedFarewell implements ConnectionFactoryDecorator {

    private final Duration limit;

    BoundedFarewell(ResultProperties properties) {
        this.limit = properties.resultsTimeout();
    }

    @Override
    public ConnectionFactory decorate(ConnectionFactory factory) {
        return new ConnectionFactory() {

            @Override
            public Publisher<? extends Connection> create() {
                return Mono.<Connection>create(pool -> {
                    AtomicBoolean tooLate = new AtomicBoolean();
                    pool.onCancel(() -> tooLate.set(true));
                    Mono.<Connection>from(factory.create()).subscribe(connection -> {
                        if (tooLate.get()) {
                            closed(connection).subscribe();
                        } else {
                            pool.success(bounded(connection));
                        }
                    }, failure -> {
                        if (!tooLate.get()) {
                            pool.error(failure);
                        }
                    }, pool::success);
                });
            }

            @Override
            public ConnectionFactoryMetadata getMetadata() {
                return factory.getMetadata();
            }
        };
    }

    private Mono<Void> closed(Connection connection) {
        return Mono.from(connection.close()).timeout(limit).onErrorComplete();
    }

    private Connection bounded(Connection connection) {
        ProxyFactory proxies = new ProxyFactory(connection);
        proxies.addAdvice((MethodInterceptor) called -> called.getMethod().getName().equals("close")
                ? closed(connection)
                : called.proceed());
        return (Connection) proxies.getProxy(Connection.class.getClassLoader());
    }
}
