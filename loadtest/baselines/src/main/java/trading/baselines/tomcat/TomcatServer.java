package trading.baselines.tomcat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import trading.baselines.orders.OrderEntry;

/** An embedded Tomcat as it comes, with its pool of threads, each for one request. */
public final class TomcatServer implements AutoCloseable {

    private final Tomcat tomcat;
    private final Path folder;

    private TomcatServer(Tomcat tomcat, Path folder) {
        this.tomcat = tomcat;
        this.folder = folder;
    }

    /**
     * Starts it.
     *
     * @throws IOException if it cannot serve on the port
     */
    public static TomcatServer start(String host, int port, OrderEntry orders) throws IOException {
        Path folder = Files.createTempDirectory("tomcat-");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        Connector connector = new Connector();
        connector.setPort(port);
        connector.setProperty("address", host);
        // A client keeps its connection: the other servers close none either.
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setThrowOnFailure(true);
        tomcat.setConnector(connector);
        StandardContext context = (StandardContext) tomcat.addContext("", folder.toString());
        // It goes with its process: whether its classes could go before is nobody's question.
        context.setClearReferencesThreadLocals(false);
        context.setClearReferencesRmiTargets(false);
        Tomcat.addServlet(context, "orders", new OrderServlet(orders));
        context.addServletMappingDecoded("/", "orders");
        try {
            tomcat.start();
        } catch (LifecycleException e) {
            throw new IOException("Tomcat does not start: " + e.getMessage(), e);
        }
        return new TomcatServer(tomcat, folder);
    }

    @Override
    public void close() throws LifecycleException, IOException {
        tomcat.stop();
        tomcat.destroy();
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
