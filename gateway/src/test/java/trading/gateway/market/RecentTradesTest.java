package trading.gateway.market;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentTradesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8})
    void theNewestAreThereWheneverItIsAsked(int most) {
        RecentTrades trades = new RecentTrades(most);
        List<Trade> known = new ArrayList<>();
        for (int tradeId = 1; tradeId <= 40; tradeId++) {
            Trade trade = new Trade(tradeId, tradeId * 10L, tradeId * 100L, tradeId * 1_000L);
            trades.add(trade);
            known.add(trade);
            if (known.size() > most) {
                known.removeFirst();
            }
            assertThat(trades.newestTradeId()).isEqualTo(tradeId);
            assertThat(trades.after(0)).isEqualTo(known);
            assertThat(trades.after(tradeId)).isEmpty();
            assertThat(trades.before(Long.MAX_VALUE, 100)).isEqualTo(known.reversed());
            assertThat(trades.before(tradeId, 2))
                    .isEqualTo(known.reversed().subList(1, known.size()).stream().limit(2).toList());
        }
    }

    @Test
    void whatIsClearedBeginsAnew() {
        RecentTrades trades = new RecentTrades(3);
        for (int tradeId = 1; tradeId <= 5; tradeId++) {
            trades.add(new Trade(tradeId, 1, 1, 1));
        }
        trades.clear();
        assertThat(trades.newestTradeId()).isZero();
        assertThat(trades.after(0)).isEmpty();
        Trade next = new Trade(9, 1, 2, 3);
        trades.add(next);
        assertThat(trades.before(Long.MAX_VALUE, 9)).containsExactly(next);
    }
}
