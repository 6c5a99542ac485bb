package trading.system.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PerSystemTest {

    @Test
    void oneNumberIsForAllSystems() {
        PerSystem engines = new PerSystem("--engines", "6", 30);
        assertThat(ComparedSystem.values()).allSatisfy(system -> assertThat(engines.of(system)).isEqualTo(6));
    }

    @Test
    void orForThoseThatAreNamed() {
        PerSystem engines = new PerSystem("--engines", "pipeline=2,node-sequential=6", 30);
        assertThat(engines.of(ComparedSystem.PIPELINE)).isEqualTo(2);
        assertThat(engines.of(ComparedSystem.NODE_SEQUENTIAL)).isEqualTo(6);
        assertThat(engines.of(ComparedSystem.PEKKO)).isNull();
        assertThat(new PerSystem("--engines", null, 30).of(ComparedSystem.PEKKO)).isNull();
    }

    @Test
    void whatIsNoneIsNamed() {
        assertThatThrownBy(() -> new PerSystem("--engines", "31", 30))
                .hasMessage("--engines: 31 (expected: 1 to 30, or SYSTEM=N,SYSTEM=N)");
        assertThatThrownBy(() -> new PerSystem("--engines", "akka=3", 30))
                .hasMessageStartingWith("--engines: akka (expected: one of pipeline, pipeline-ndjson, pekko,");
    }
}
