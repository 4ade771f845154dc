package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.testkit.PidFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard, in this system's own shell. */
class ShellGuardTest {
    private static final String SEARCH_PATH = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin");
    private static final int NOT_FOUND = 127;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final List<Process> guards = new ArrayList<>();

    @AfterEach
    void endEverything() {
        for (Process guard : guards) {
            guard.descendants().forEach(ProcessHandle::destroyForcibly);
            guard.destroyForcibly();
        }
    }

    @Test
    void D228_it_ends_with_its_program_and_passes_on_how_that_ended() throws Exception {
        assertThat(exitCode(guard(SEARCH_PATH, "sh", "-c", "exit 7"))).isEqualTo(7);
        assertThat(exitCode(guard(SEARCH_PATH, "sh", "-c", "kill -KILL $$"))).isEqualTo(128 + 9);
    }

    @Test
    void D228_a_program_that_dies_takes_along_what_it_has_started() throws Exception {
        Process guard = guard(SEARCH_PATH, "sh", "-c", "sleep 1000 & echo $! > child; exit 1");

        assertThat(exitCode(guard)).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> !new PidFiles(directory).isAlive("child"));
    }

    @Test
    void Z021_a_program_is_in_a_group_of_its_own_where_there_is_perl_and_no_setsid() throws Exception {
        Path tools = Files.createDirectories(directory.resolve("tools"));
        for (String name : List.of("sh", "perl", "ps")) {
            Optional<Path> found = Stream.of(SEARCH_PATH.split(":"))
                    .map(it -> Path.of(it, name))
                    .filter(Files::isExecutable)
                    .findFirst();
            assumeTrue(found.isPresent(), name + " is there");
            Files.createSymbolicLink(tools.resolve(name), found.orElseThrow());
        }
        ProcessBuilder builder = new ProcessBuilder(
                ShellGuard.INSTANCE.apart(List.of("sh", "-c", "echo $$ $(ps -o pgid= -p $$); exit 3")));
        builder.environment().put("PATH", tools.toString());
        Process program = builder.start();
        guards.add(program);
        program.getOutputStream().write(ShellGuard.INSTANCE.release().getBytes(StandardCharsets.UTF_8));
        program.getOutputStream().close();

        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(exitCode(program)).isEqualTo(3);
        assertThat(said.strip().split(" +")).containsOnly(Long.toString(program.pid()));
    }

    @Test
    void D228_when_nobody_holds_the_pipe_any_more_the_program_is_asked_to_end() throws Exception {
        Process guard = guard(
                SEARCH_PATH, "sh", "-c", "trap 'echo asked > asked; exit 3' TERM; echo $$ > pid; sleep 1000 & wait");
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));

        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(3);
        assertThat(directory.resolve("asked")).exists();
    }

    @Test
    void D228_a_program_that_is_deaf_to_that_is_killed() throws Exception {
        Process guard = guard(SEARCH_PATH, "sh", "-c", "trap '' TERM; echo $$ > pid; while :; do sleep 1; done");
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));

        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(128 + 9);
        assertThat(new PidFiles(directory).isAlive("pid")).isFalse();
    }

    /** As when the gateway is killed: all its ends of pipes are closed at once. */
    @Test
    void T58_what_has_left_the_group_and_the_parent_is_killed_with_the_program() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/environ")), "the system shows environments");
        Process guard = guard(
                SEARCH_PATH,
                "sh",
                "-c",
                "(setsid sh -c 'echo $$ > stray; exec sleep 1000' &) ; echo $$ > pid; sleep 1000 & wait");
        PidFiles processes = new PidFiles(directory);
        await().atMost(PATIENCE).until(() -> processes.isAlive("stray") && processes.isAlive("pid"));

        guard.getInputStream().close();
        guard.getErrorStream().close();
        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(128 + 15);
        await().atMost(PATIENCE).until(() -> !processes.isAlive("stray"));
    }

    @Test
    void T58_a_program_of_another_guard_is_left_alone() throws Exception {
        Process other = guard(SEARCH_PATH, "sh", "-c", "echo $$ > other; exec sleep 1000");
        PidFiles processes = new PidFiles(directory);
        await().atMost(PATIENCE).until(() -> processes.isAlive("other"));

        assertThat(exitCode(guard(SEARCH_PATH, "true"))).isZero();

        assertThat(processes.isAlive("other")).isTrue();
        other.getOutputStream().close();
        assertThat(exitCode(other)).isEqualTo(128 + 15);
    }

    @Test
    void T34_the_shell_takes_no_word_of_the_program_for_one_of_its_own() throws Exception {
        assertThat(exitCode(guard(SEARCH_PATH, "eval", "touch owned"))).isEqualTo(NOT_FOUND);
        assertThat(exitCode(guard(SEARCH_PATH, "$(touch owned)"))).isEqualTo(NOT_FOUND);
        assertThat(exitCode(guard(SEARCH_PATH, "sh", "-c", ":", "; touch owned")))
                .isZero();
        assertThat(directory.resolve("owned")).doesNotExist();
    }

    @Test
    void D228_the_same_holds_where_there_is_no_setsid() throws Exception {
        Path bare = withoutSetsid();
        assertThat(exitCode(guard(bare.toString(), "eval", "touch owned"))).isEqualTo(NOT_FOUND);
        assertThat(directory.resolve("owned")).doesNotExist();
        Process guard = guard(bare.toString(), "sh", "-c", "echo $$ > pid; exec sleep 1000");
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));

        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(128 + 15);
        assertThat(new PidFiles(directory).isAlive("pid")).isFalse();
    }

    @Test
    void L008_a_program_reads_the_first_line_of_the_guards_input_and_nothing_else() throws Exception {
        String line = "{\"a\":\"$HOME `id` \\\\ é\"}" + "x".repeat(100_000);
        for (String path : List.of(SEARCH_PATH, withoutSetsid().toString())) {
            Process guard = guard(path, true, "sh", "-c", "cat > read; echo $$ > pid; exec sleep 1000");

            guard.getOutputStream().write((line + "\nsecond\n").getBytes(StandardCharsets.UTF_8));
            guard.getOutputStream().flush();

            await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));
            assertThat(directory.resolve("read")).hasContent(line);
            guard.getOutputStream().close();
            assertThat(exitCode(guard)).isEqualTo(128 + 15);
            Files.delete(directory.resolve("pid"));
        }
    }

    private Process guard(String path, String... program) throws IOException {
        return guard(path, false, program);
    }

    private Process guard(String path, boolean line, String... program) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        ShellGuard.INSTANCE.over(List.of(program), ProgramMark.fresh(), line))
                .directory(directory.toFile());
        builder.environment().put("PATH", path);
        Process guard = builder.start();
        guards.add(guard);
        return guard;
    }

    private Path withoutSetsid() throws IOException {
        Path bare = Files.createDirectory(directory.resolve("bare"));
        for (String program : List.of("sh", "sleep", "touch", "cat")) {
            Files.createSymbolicLink(bare.resolve(program), find(program));
        }
        return bare;
    }

    private static int exitCode(Process guard) throws InterruptedException {
        assertThat(guard.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the guard has ended")
                .isTrue();
        return guard.exitValue();
    }

    private static Path find(String program) {
        return Stream.of(SEARCH_PATH.split(":", -1))
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}
