package trading.persister;

import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.listener.ListenerContainerPauseService;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import trading.start.WrittenBeans;
import trading.tracing.TracingConfiguration;
import trading.wire.ClockWatch;

/** Writes the sales of all engines into MySQL and publishes what is written as results. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import(TracingConfiguration.class)
@EnableScheduling
class PersisterApplication {

    public static void main(String[] args) {
        WrittenBeans.run(PersisterApplication.class, args, List.of());
    }

    @Bean
    ClockWatch clockWatch(PersisterProperties properties) {
        return ClockWatch.start(properties.maxClockSetBack());
    }

    @Bean
    ListenerContainerPauseService pauses(TaskScheduler scheduler) {
        return new ListenerContainerPauseService(null, scheduler);
    }
}
