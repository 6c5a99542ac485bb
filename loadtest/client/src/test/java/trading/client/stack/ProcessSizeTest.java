package trading.client.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessSizeTest {

    @Test
    void readsWhatTheKernelSays() {
        assertThat(ProcessSize.read(List.of("Name:\tjava", "VmRSS:\t  655360 kB", "RssAnon:\t 1 kB", "Threads:\t37")))
                .isEqualTo(new ProcessSize(640, 37));
        assertThat(ProcessSize.read(List.of("Name:\tzombie"))).isEqualTo(new ProcessSize(0, 0));
    }
}
