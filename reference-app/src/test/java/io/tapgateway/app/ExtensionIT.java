package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged app with extensions of zot that do not behave. */
@Timeout(120)
class ExtensionIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What is left of them half a second, two and one after they were told. */
    private static final Duration END = Duration.ofSeconds(4);

    /** Ignores every request to end, as does what it has started. */
    private static final String STUBBORN = """
            #!/bin/sh
            trap '' TERM INT HUP
            sleep 600 < /dev/null > /dev/null 2>&1 &
            echo $! > child
            echo $$ > self
            echo '{"type":"hello","name":"stubborn"}'
            echo '{"type":"subscribe","intercept":["tool_call"]}'
            echo '{"type":"register_tool","name":"slow"}'
            echo '{"type":"ready"}'
            while :; do sleep 1; done
            """;

    @TempDir
    private Path directory;

    private Path extension(String name, String script) throws IOException {
        Path made = Files.createDirectories(directory.resolve(name));
        Path program = Files.writeString(made.resolve("run"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return made;
    }

    private static List<Long> processes(List<Path> extensions) {
        return extensions.stream()
                .flatMap(it -> Stream.of(it.resolve("self"), it.resolve("child")))
                .map(ExtensionIT::number)
                .toList();
    }

    private static long number(Path file) {
        try {
            return Files.exists(file) && Files.size(file) > 1
                    ? Long.parseLong(Files.readString(file).strip())
                    : 0;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void Z021_Z103_three_that_ignore_every_stop_are_gone_with_their_children(boolean killed) throws Exception {
        assertThat(end(killed)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @ThoroughOnly("it measures")
    void Z021_Z103_they_are_gone_four_seconds_after_the_gateway_is_stopped_or_killed(boolean killed) throws Exception {
        assertThat(end(killed)).isLessThan(END);
    }

    /** How long three of them outlive the wish that the gateway ends. */
    private Duration end(boolean killed) throws Exception {
        List<Path> extensions = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            extensions.add(extension("stubborn" + i, STUBBORN));
            options.addAll(List.of("--ext", extensions.get(i).toString()));
        }
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"), options.toArray(String[]::new))) {
            await().atMost(PATIENCE).until(() -> processes(extensions).stream().noneMatch(it -> it == 0));
            List<Long> all = processes(extensions);
            assertThat(all).hasSize(6).allMatch(ProcessLife::isRunning);

            long begun = System.nanoTime();
            CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> end(app, killed));
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> all.stream().noneMatch(ProcessLife::isRunning));
            Duration after = Duration.ofNanos(System.nanoTime() - begun);
            ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return after;
        }
    }

    private static void end(PackagedApp app, boolean killed) {
        try {
            if (killed) {
                app.kill();
            } else {
                app.stop(PATIENCE);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void Z066_a_guard_that_says_nothing_denies_in_the_packaged_app() throws Exception {
        Path guard = extension("stubborn", STUBBORN);
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"), "--ext", guard.toString())) {
            app.awaitTools("slow");

            JsonValue decision = app.check("shell", Map.of("command", "ls"));

            assertThat(decision.get("decision").orElseThrow().asString()).isEqualTo("deny");
            assertThat(decision.get("reason").orElseThrow().asString()).contains("stubborn");
        }
    }
}
