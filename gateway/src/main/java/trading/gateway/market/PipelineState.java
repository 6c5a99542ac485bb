package trading.gateway.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells how the pipeline stands around the markets. May be asked by any thread, and does not block. */
@FunctionalInterface
public interface PipelineState {

    /** How it stood when somebody looked last, which is done only while this is asked. */
    Figures now();

    /**
     * How the pipeline stands.
     *
     * @param ordersPerSecond orders and cancels that Kafka took of late, from all gateways; missing until that is known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Figures(@Nullable Long ordersPerSecond, Group engines, Group persisters) {}

    /**
     * Those who share the partitions of a topic.
     *
     * @param behindMillis how far the slowest partition is behind, in steps of 100
     * @param members who they are, by name; missing where Kafka does not tell
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Group(long behindMillis, @Nullable List<Member> members) {}

    /**
     * A process.
     *
     * @param partitions how many it has
     */
    record Member(String name, int partitions) {}
}
