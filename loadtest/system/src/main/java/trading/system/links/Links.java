package trading.system.links;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trading.local.Detours;
import trading.local.PortPlan;

/** A link for every pair of a service and a kind of server that speak to each other. */
public final class Links implements AutoCloseable {

    private static final List<String> OF_KAFKA = List.of("gateway", "engine", "persister");
    private static final List<String> OF_DATABASE = List.of("gateway", "persister");

    private final Map<String, Link> links = new HashMap<>();
    private final Detours detours;

    private Links(Detours detours) {
        this.detours = detours;
    }

    /** Opens all links, between the ports of a stack with so many brokers. */
    public static Links open(PortPlan ports, int brokers) throws IOException {
        int number = 0;
        Map<String, List<Integer>> kafka = new HashMap<>();
        for (String service : OF_KAFKA) {
            List<Integer> detours = new ArrayList<>();
            for (int broker = 1; broker <= brokers; broker++) {
                detours.add(ports.detour(++number));
            }
            kafka.put(service, detours);
        }
        Map<String, Integer> database = new HashMap<>();
        for (String service : OF_DATABASE) {
            database.put(service, ports.detour(++number));
        }
        Links links = new Links(new Detours(kafka, database));
        try {
            for (Map.Entry<String, List<Integer>> detours : kafka.entrySet()) {
                Map<Integer, Integer> routes = new HashMap<>();
                for (int broker = 1; broker <= brokers; broker++) {
                    routes.put(detours.getValue().get(broker - 1), ports.kafkaOf(detours.getKey(), broker));
                }
                links.add(detours.getKey() + "-kafka", routes);
            }
            for (Map.Entry<String, Integer> detour : database.entrySet()) {
                links.add(detour.getKey() + "-database", Map.of(detour.getValue(), ports.database()));
            }
        } catch (IOException e) {
            links.close();
            throw e;
        }
        return links;
    }

    /** What a stack must be told to go through these links. */
    public Detours detours() {
        return detours;
    }

    /**
     * One link.
     *
     * @param name {@code CLIENT-SERVER}, such as {@code engine-kafka} or {@code gateway-database}
     */
    public Link get(String name) {
        Link link = links.get(name);
        if (link == null) {
            throw new IllegalArgumentException(
                    name + " (expected: " + links.keySet().stream().sorted().collect(Collectors.joining(", ")) + ")");
        }
        return link;
    }

    /** Connections cut or refused so far, of all links. */
    public long cuts() {
        return links.values().stream().mapToLong(Link::cuts).sum();
    }

    /** As {@link Link#silence}, on all ways to these servers. */
    public void silence(Set<Integer> servers) throws IOException {
        for (Link link : links.values()) {
            link.silence(servers);
        }
    }

    /** Everything passes everywhere. */
    public void heal() {
        links.values().forEach(Link::pass);
    }

    @Override
    public void close() {
        new ArrayList<>(links.values()).forEach(Link::close);
    }

    private void add(String name, Map<Integer, Integer> routes) throws IOException {
        links.put(name, new Link(name, routes));
    }
}
