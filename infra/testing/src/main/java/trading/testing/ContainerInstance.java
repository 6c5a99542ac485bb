package trading.testing;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.testcontainers.containers.GenericContainer;

/** A container, its port bound to a fixed one of this machine, so that it is the same after a restart. */
record ContainerInstance(GenericContainer<?> container, BooleanSupplier serves) implements Instance {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration POLL = Duration.ofMillis(100);

    @Override
    public void kill() {
        docker().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void stall() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void restart() throws IOException, InterruptedException {
        docker().startContainerCmd(container.getContainerId()).exec();
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!serves.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IOException(container.getDockerImageName() + " does not serve after "
                        + START_LIMIT.toSeconds() + " s; its log:\n" + container.getLogs());
            }
            Thread.sleep(POLL);
        }
    }

    @Override
    public void close() {
        container.stop();
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }
}
