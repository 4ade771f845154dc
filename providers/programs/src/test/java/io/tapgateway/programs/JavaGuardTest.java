package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.testkit.PidFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guard that needs no shell, on this system, whose programs are shells. */
class JavaGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endEverything() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void D228_it_ends_with_its_program_and_passes_on_how_that_ended() throws Exception {
        Process guard = over("sh", "-c", "echo said; exit 7");

        assertThat(new String(guard.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("said\n");
        assertThat(exitCode(guard)).isEqualTo(7);
    }

    @Test
    void D228_a_program_that_is_not_there_is_said() throws Exception {
        Process guard = over("no-such-program");

        assertThat(new String(guard.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("no-such-program");
        assertThat(exitCode(guard)).isEqualTo(127);
    }

    @Test
    void D228_when_nobody_holds_the_pipe_any_more_the_program_is_asked_to_end() throws Exception {
        Process guard = over("sh", "-c", "trap 'echo > asked; exit 3' TERM; sleep 1000 & echo $! > child; wait");
        awaitAlive("child");

        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(3);
        assertThat(directory.resolve("asked")).exists();
        assertThat(new PidFiles(directory).isAlive("child")).isFalse();
    }

    @Test
    void D228_what_is_deaf_to_that_is_killed_with_what_it_has_started() throws Exception {
        Process guard = over("sh", "-c", "trap '' TERM; sh -c 'echo $$ > child; while :; do sleep 1; done'; :");
        awaitAlive("child");

        guard.getOutputStream().close();

        assertThat(exitCode(guard)).isEqualTo(128 + 9);
        await().atMost(PATIENCE).until(() -> !new PidFiles(directory).isAlive("child"));
    }

    @Test
    void L008_a_program_reads_the_first_line_of_the_guards_input_and_nothing_else() throws Exception {
        String line = "{\"a\":\"$HOME `id` \\\\ é\"}" + "x".repeat(100_000);
        Process guard = start(new ProcessBuilder(JavaGuard.INSTANCE.over(
                List.of("sh", "-c", "cat > read; echo $$ > pid; exec sleep 1000"), ProgramMark.fresh(), true)));

        guard.getOutputStream().write((line + "\nsecond\n").getBytes(StandardCharsets.UTF_8));
        guard.getOutputStream().flush();

        awaitAlive("pid");
        assertThat(directory.resolve("read")).hasContent(line);
        guard.getOutputStream().close();
        assertThat(exitCode(guard)).isEqualTo(128 + 15);
    }

    @Test
    void M064_beside_a_program_it_ends_what_does_not_end_by_itself() throws Exception {
        Process program = start(new ProcessBuilder(JavaGuard.INSTANCE.apart(
                List.of("sh", "-c", "trap '' TERM; echo $$ > pid; while :; do sleep 1; done"))));
        awaitAlive("pid");
        Process guard = start(JavaGuard.INSTANCE.beside(ProgramMark.fresh()));
        guard.outputWriter().append(String.valueOf(program.pid())).append('\n').flush();

        guard.getOutputStream().close();

        assertThat(exitCode(program)).isEqualTo(128 + 9);
        assertThat(exitCode(guard)).isZero();
    }

    private Process over(String... program) throws IOException {
        return start(new ProcessBuilder(JavaGuard.INSTANCE.over(List.of(program), ProgramMark.fresh(), false)));
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.directory(directory.toFile()).start();
        started.add(process);
        return process;
    }

    private void awaitAlive(String pidFile) {
        await().atMost(PATIENCE)
                .until(() -> Files.exists(directory.resolve(pidFile)) && new PidFiles(directory).isAlive(pidFile));
    }

    private static int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as("the process has ended")
                .isTrue();
        return process.exitValue();
    }
}
