package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a window of an agent costs that does nothing: {@code mcp}, started as users start it. */
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class IdleFaceIT {
    private static final Path LAUNCH = PackagedApp.MODULE.resolve("src/main/sh/launch.sh");
    private static final Path APP = PackagedApp.MODULE.resolve("target/app");
    private static final int MOST_KIBIBYTES = 60 << 10;

    /** Its own signs of life, and those of Java, in ten seconds; without our options there are 250. */
    private static final long MOST_WAKE_UPS = 40;

    private static final Duration WATCHED = Duration.ofSeconds(10);
    private static final int MOST_TURNS = 4;

    @TempDir
    private Path directory;

    @AfterEach
    void endGateway() throws Exception {
        Path record = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")).gatewayRecord();
        if (Files.exists(record)) {
            JsonValue.parse(Files.readString(record))
                    .get("pid")
                    .flatMap(JsonValue::asWholeNumber)
                    .flatMap(ProcessHandle::of)
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    @ThoroughOnly("it has the app make its archive of classes, and watches a process that does nothing")
    void M010_an_idle_face_costs_at_most_60_MB_and_hardly_wakes_up() throws Exception {
        Path launcher = Files.writeString(
                directory.resolve("tapgateway"),
                "#!/bin/sh\nset -eu\napp='" + APP + "'\n. '" + LAUNCH + "'\njava='"
                        + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "'\nfind_archive\nrehearse || true\nlaunch \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> environment = Map.of(
                "TAPGATEWAY_HOME", directory.resolve("home").toString(),
                "COPILOT_HOME", directory.resolve("copilot").toString());
        Process rehearsal = new ProcessBuilder(launcher.toString(), "--version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(rehearsal.waitFor(5, TimeUnit.MINUTES)).isTrue();
        try (McpAgent agent = McpAgent.start(
                directory.resolve("work"), environment, List.of(launcher.toString(), "mcp", "--port", "0"))) {
            agent.introduced();
            assertThat(agent.tools()).isNotNull();
            await().pollDelay(WATCHED).atMost(RunningProgram.PATIENCE).until(() -> true);

            // What came with the beginning takes longer on a busy machine; what goes on for ever does so in each turn.
            long fewest = Long.MAX_VALUE;
            for (int turn = 0; turn < MOST_TURNS && fewest >= MOST_WAKE_UPS; turn++) {
                long before = wakeUps(agent.pid());
                await().pollDelay(WATCHED).atMost(RunningProgram.PATIENCE).until(() -> true);
                fewest = Math.min(fewest, wakeUps(agent.pid()) - before);
            }

            assertThat(fewest).isLessThan(MOST_WAKE_UPS);
            assertThat(kibibytes(agent.pid())).isLessThan(MOST_KIBIBYTES);
        }
    }

    /** Its own memory, and its part of what it shares with others. */
    private static long kibibytes(long pid) throws IOException {
        return number("Pss:", Files.readString(Path.of("/proc", "" + pid, "smaps_rollup")));
    }

    private static long wakeUps(long pid) throws IOException {
        long all = 0;
        try (Stream<Path> threads = Files.list(Path.of("/proc", "" + pid, "task"))) {
            for (Path thread : threads.toList()) {
                all += number("\nvoluntary_ctxt_switches:", Files.readString(thread.resolve("status")));
            }
        }
        return all;
    }

    private static long number(String name, String text) {
        Matcher found = Pattern.compile(name + "\\s+(\\d+)").matcher(text);
        assertThat(found.find()).as(name).isTrue();
        return Long.parseLong(found.group(1));
    }
}
