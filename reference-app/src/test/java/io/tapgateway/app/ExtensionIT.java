package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /** Half a second, two, and one; the rest is for a machine that has other things to do. */
    private static final Duration END = Duration.ofSeconds(10);

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

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void Z021_Z103_three_that_ignore_every_stop_are_gone_with_their_children(boolean killed) throws Exception {
        List<Path> extensions = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            extensions.add(extension("stubborn" + i, STUBBORN));
            options.addAll(List.of("--ext", extensions.get(i).toString()));
        }
        List<Long> all;
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"), options.toArray(String[]::new))) {
            await().atMost(PATIENCE).until(() -> processes(extensions).stream().noneMatch(it -> it == 0));
            all = processes(extensions);
            assertThat(all).hasSize(6).allMatch(ExtensionIT::isAlive);

            if (killed) {
                app.kill();
            } else {
                app.stop(PATIENCE);
            }
        }
        await().atMost(END).until(() -> all.stream().noneMatch(ExtensionIT::isAlive));
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
