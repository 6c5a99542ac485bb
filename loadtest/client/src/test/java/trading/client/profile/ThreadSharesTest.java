package trading.client.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import trading.client.profile.ThreadShares.Share;

class ThreadSharesTest {

    @Test
    void threadsThatDifferByNumbersAreOne() {
        ThreadShares shares = ThreadShares.of(List.of(
                "[reactor-http-epoll-1 tid=17];java/lang/Thread.run;a.b 30",
                "[reactor-http-epoll-2 tid=18];java/lang/Thread.run;a.c 20",
                "[C2 CompilerThread0 tid=9];Compile::Compile 40",
                "[engine-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f-StreamThread-1 tid=5];x 8",
                "write 2"));
        assertEquals(new ThreadShares(100, List.of(new Share("reactor-http-epoll", 0.5),
                new Share("C2 CompilerThread", 0.4), new Share("engine-StreamThread", 0.08),
                new Share("other", 0.02))), shares);
    }

    @Test
    void nothingSampledIsNothing() {
        assertEquals(new ThreadShares(0, List.of()), ThreadShares.of(List.of()));
    }
}
