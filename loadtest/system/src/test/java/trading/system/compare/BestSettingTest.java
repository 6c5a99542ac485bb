package trading.system.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BestSettingTest {

    private static final Setting FIRST = new Setting(4, 80);

    private final List<Setting> tried = new ArrayList<>();

    @Test
    void findsAPeakAboveTheFirst() throws IOException, InterruptedException {
        assertThat(find(setting -> -Math.abs(setting.engines() - 8) - Math.abs(setting.clients() - 160) / 20.0 + 100,
                false, false)).isEqualTo(new Setting(8, 160));
        assertThat(tried).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(BestSetting.MAX_TRIALS);
    }

    @Test
    void findsAPeakBelowTheFirst() throws IOException, InterruptedException {
        assertThat(find(setting -> 1_000.0 / setting.engines() / setting.clients(), false, true))
                .isEqualTo(new Setting(1, 80));
        assertThat(tried).contains(new Setting(8, 80)).doesNotContain(new Setting(16, 80));
    }

    @Test
    void staysWhereNothingIsBetter() throws IOException, InterruptedException {
        assertThat(find(setting -> setting.equals(FIRST) ? 100 : 102, false, false)).isEqualTo(FIRST);
        assertThat(tried).hasSize(5);
    }

    @Test
    void endsAtItsLimits() throws IOException, InterruptedException {
        assertThat(find(setting -> setting.engines() * 1_000.0 * setting.clients(), false, false))
                .isEqualTo(new Setting(BestSetting.MAX_ENGINES, BestSetting.MAX_CLIENTS));
        assertThat(tried).hasSizeLessThanOrEqualTo(BestSetting.MAX_TRIALS);
    }

    @Test
    void whatIsGivenIsNotSearched() throws IOException, InterruptedException {
        assertThat(find(setting -> setting.engines() + setting.clients(), true, true)).isEqualTo(FIRST);
        assertThat(tried).isEmpty();
    }

    private Setting find(ToDoubleFunction<Setting> sales, boolean fixedEngines, boolean fixedClients)
            throws IOException, InterruptedException {
        return new BestSetting(setting -> {
            tried.add(setting);
            return sales.applyAsDouble(setting);
        }).find(FIRST, fixedEngines, fixedClients);
    }
}
