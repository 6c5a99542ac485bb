package trading.client.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NetworkTest {

    @Test
    void theLoopbackIsToldApart() {
        assertThat(Network
                .bytes("""
                        Inter-|   Receive                                                |  Transmit
                         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                            lo: 1000       9    0    0    0     0          0         0 1000       9    0    0    0     0       0          0
                          eth0:     200     2    0    0    0     0          0         0  30       1    0    0    0     0       0          0
                          eth1:4 2    0    0    0     0          0         0  1       1    0    0    0     0       0          0
                        """
                        .lines().toList()))
                .containsEntry("loopback", 1_000L).containsEntry("other interfaces", 235L);
    }
}
