package trading.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {

    private static final long MEGABYTE = 1024 * 1024;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void machine() throws IOException {
        write("proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 1024 kB\nMemAvailable: 4194304 kB\n");
    }

    @Test
    void withoutALimitItIsTheMachines() throws IOException {
        assertThat(megabytes()).as("no groups at all").isEqualTo(4096);
        write("proc/self/cgroup", "0::/user.slice\n");
        group("groups/user.slice", "memory.max", "max", "memory.current", 100);
        assertThat(megabytes()).isEqualTo(4096);
        write("proc/self/cgroup", "4:memory:/\n");
        group("groups/memory", "memory.limit_in_bytes", "9223372036854771712", "memory.usage_in_bytes", 100);
        assertThat(megabytes()).isEqualTo(4096);
    }

    @Test
    void aLimitLeavesLess() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        group("groups", "memory.max", bytes(2048), "memory.current", 1000);
        assertThat(megabytes()).isEqualTo(1048);
    }

    @Test
    void aLimitOfAGroupAroundCountsToo() throws IOException {
        write("proc/self/cgroup", "0::/outer/inner\n");
        group("groups/outer/inner", "memory.max", "max", "memory.current", 10);
        group("groups/outer", "memory.max", bytes(512), "memory.current", 12);
        assertThat(megabytes()).isEqualTo(500);
    }

    @Test
    void whatIsOnlyCachedIsAvailable() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        group("groups", "memory.max", bytes(2048), "memory.current", 2000);
        write("groups/memory.stat",
                "anon 1\nfile 9\ninactive_file %s\nactive_file %s\n".formatted(bytes(600), bytes(400)));
        assertThat(megabytes()).isEqualTo(1048);
    }

    @Test
    void aLimitOfTheFirstVersionCountsUnderTheNameThatAContainerDoesNotSee() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/docker/1\n4:hugetlb,memory:/docker/1\n0::/docker/1\n");
        group("groups/memory", "memory.limit_in_bytes", bytes(1024), "memory.usage_in_bytes", 1000);
        write("groups/memory/memory.stat", "inactive_file 0\ntotal_inactive_file %s\n".formatted(bytes(276)));
        assertThat(megabytes()).isEqualTo(300);
    }

    @Test
    void whoSaysNothingHasNoBound() {
        assertThat(new AvailableMemory(folder.resolve("none"), folder.resolve("none")).megabytes())
                .isEqualTo(Long.MAX_VALUE);
    }

    private long megabytes() {
        return new AvailableMemory(folder.resolve("proc"), folder.resolve("groups")).megabytes();
    }

    private void group(String group, String limitFile, String limit, String usageFile, long usedMegabytes)
            throws IOException {
        write(group + "/" + limitFile, limit + "\n");
        write(group + "/" + usageFile, bytes(usedMegabytes) + "\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static String bytes(long megabytes) {
        return Long.toString(megabytes * MEGABYTE);
    }
}
