package trading.gateway.security;

import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.stereotype.Component;

/** Says at the start that nobody will be asked who he is, and louder where that is so for more than this machine. */
@Component
final class OpenDoorNotice {

    private static final Logger log = LoggerFactory.getLogger(OpenDoorNotice.class);

    OpenDoorNotice(SecurityProperties security, ServerProperties server) {
        InetAddress address = server.getAddress();
        if (security.mode() != SecurityMode.OFF) {
            log.info("Tokens say who asks: trading.security.mode={}", security.mode());
        } else if (address != null && address.isLoopbackAddress()) {
            log.info("Nobody is asked who he is; this machine alone is listened to: {}", address.getHostAddress());
        } else {
            log.warn("Nobody is asked who he is, and server.address={} listens to more than this machine: whoever"
                    + " reaches this gateway acts for every user (trading.security.mode)", address);
        }
    }
}
