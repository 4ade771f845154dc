package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapgateway.testkit.PidFiles;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are talked to, in this system's own shell. */
class InteractiveProcessTest {
    private static final String SEARCH_PATH = Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final List<InteractiveProcess> started = new ArrayList<>();

    @AfterEach
    void endEverything() {
        started.forEach(InteractiveProcess::stop);
    }

    @Test
    void M064_what_is_written_is_read_and_what_is_printed_comes_back_apart_from_its_errors() throws Exception {
        InteractiveProcess program = start("echo oops >&2; while read -r line; do echo \"got $line\"; done; exit 7");
        CompletableFuture<Integer> end = end(program);

        program.input().write("one\n".getBytes(StandardCharsets.UTF_8));
        program.input().flush();

        assertThat(new BufferedReader(new InputStreamReader(program.output(), StandardCharsets.UTF_8)).readLine())
                .isEqualTo("got one");
        program.input().close();
        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(7);
        await().atMost(PATIENCE)
                .until(() -> errors.toString(StandardCharsets.UTF_8).equals("oops\n"));
    }

    @Test
    void M064_a_program_that_is_stopped_finds_its_input_ended_before_anything_else() throws Exception {
        InteractiveProcess program =
                start("trap 'exit 3' TERM; echo $$ > pid; while read -r line; do :; done; echo tidied > tidied");
        CompletableFuture<Integer> end = end(program);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));

        program.stop();

        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isZero();
        assertThat(directory.resolve("tidied")).exists();
    }

    @Test
    void M064_one_that_does_not_care_is_asked_by_a_signal() throws Exception {
        InteractiveProcess program = start("trap 'exit 3' TERM; echo $$ > pid; while :; do sleep 1000 & wait; done");
        CompletableFuture<Integer> end = end(program);
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("pid")));

        program.stop();

        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(3);
    }

    @Test
    void M064_one_that_ignores_every_signal_is_killed_with_all_that_it_has_started() throws Exception {
        InteractiveProcess program =
                start("trap '' TERM INT HUP; sh -c 'echo $$ > child; while :; do sleep 1; done' & echo $$ > pid;"
                        + " while :; do sleep 1; done");
        CompletableFuture<Integer> end = end(program);
        PidFiles processes = new PidFiles(directory);
        await().atMost(PATIENCE).until(() -> processes.isAlive("pid") && processes.isAlive("child"));

        program.stop();

        assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(128 + 9);
        await().atMost(PATIENCE).until(() -> !processes.isAlive("child"));
    }

    @Test
    void M064_what_has_left_the_group_of_a_program_ends_with_it() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/environ")), "the system shows environments");
        InteractiveProcess program =
                start("(setsid sh -c 'echo $$ > stray; exec sleep 1000' &); echo $$ > pid; exec sleep 1000");
        PidFiles processes = new PidFiles(directory);
        await().atMost(PATIENCE).until(() -> processes.isAlive("stray") && processes.isAlive("pid"));

        program.stop();

        await().atMost(PATIENCE).until(() -> !processes.isAlive("stray") && !processes.isAlive("pid"));
    }

    /** Whoever kills the gateway between the start of a program and the word to its guard leaves nothing that runs. */
    @Test
    void Z017_a_program_does_nothing_before_its_guard_knows_it() throws Exception {
        Process never = new ProcessBuilder(ShellGuard.INSTANCE.apart(List.of("touch", directory + "/never"))).start();
        Process released = new ProcessBuilder(ShellGuard.INSTANCE.apart(List.of("cat"))).start();

        never.getOutputStream().close();
        released.getOutputStream()
                .write((ShellGuard.INSTANCE.release() + "first\nsecond\n").getBytes(StandardCharsets.US_ASCII));
        released.getOutputStream().close();

        assertThat(never.waitFor()).isZero();
        assertThat(directory.resolve("never")).doesNotExist();
        assertThat(new String(released.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                .isEqualTo("first\nsecond\n");
    }

    /** The guard's input ends with whoever has started it, however that ends. */
    @Test
    void M064_a_guard_that_is_alone_ends_the_program() throws Exception {
        Process program = apart("trap '' TERM; while :; do sleep 1; done");
        Process guard = ShellGuard.INSTANCE.beside(ProgramMark.fresh()).start();
        guard.getOutputStream().write((program.pid() + "\n").getBytes(StandardCharsets.US_ASCII));

        guard.getOutputStream().close();

        assertThat(program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(guard.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** Whoever presses Ctrl-C at the gateway's terminal sends it to the guard as well. */
    @Test
    void M064_a_guard_that_the_terminal_interrupts_leaves_the_program_alone() throws Exception {
        Process program = apart("trap 'exit 3' TERM; while read -r line; do echo \"$line\"; done");
        Process guard = ShellGuard.INSTANCE.beside(ProgramMark.fresh()).start();
        guard.getOutputStream().write((program.pid() + "\n").getBytes(StandardCharsets.US_ASCII));
        guard.getOutputStream().flush();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));

        for (int turn = 0; turn < 50; turn++) {
            new ProcessBuilder("sh", "-c", "kill -INT \"$1\"", "kill", Long.toString(guard.pid()))
                    .start()
                    .waitFor();
            program.getOutputStream().write("still there\n".getBytes(StandardCharsets.US_ASCII));
            program.getOutputStream().flush();
            assertThat(said.readLine()).isEqualTo("still there");
        }

        program.getOutputStream().close();
        assertThat(program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isZero();
        guard.getOutputStream().close();
    }

    /** It has two seconds only where the end is wanted; nothing but the signal tells them from a slow machine. */
    @Test
    void Z021_whoever_kills_the_gateway_has_the_program_asked_at_once() throws Exception {
        Process program = apart("trap 'exit 3' TERM; echo; while read -r line; do :; done;"
                // A shell heeds signals between its commands only.
                + " for turn in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; done; exit 0");
        assertThat(program.getInputStream().read()).isEqualTo('\n');
        Process guard = ShellGuard.INSTANCE.beside(ProgramMark.fresh()).start();
        guard.getOutputStream().write((program.pid() + "\n").getBytes(StandardCharsets.US_ASCII));

        program.getOutputStream().close();
        guard.getOutputStream().close();

        assertThat(program.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(program.exitValue()).isEqualTo(3);
    }

    /** A script in a group of its own, as programs are started beside a guard. */
    private Process apart(String script) throws IOException {
        Process program = new ProcessBuilder(ShellGuard.INSTANCE.apart(List.of("sh", "-c", script))).start();
        program.getOutputStream().write(ShellGuard.INSTANCE.release().getBytes(StandardCharsets.US_ASCII));
        program.getOutputStream().flush();
        return program;
    }

    @Test
    void T34_the_shell_takes_no_word_of_the_program_for_one_of_its_own() throws Exception {
        InteractiveProcess program = InteractiveProcess.start(
                "test",
                new Command(List.of("$(touch owned)", "; touch owned"), directory, Map.of()),
                Map.of("PATH", SEARCH_PATH),
                output());
        started.add(program);

        assertThat(end(program).get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(127);
        assertThat(directory.resolve("owned")).doesNotExist();
    }

    private InteractiveProcess start(String script) throws Exception {
        InteractiveProcess program = InteractiveProcess.start(
                "test",
                new Command(List.of("sh", "-c", script), directory, Map.of()),
                Map.of("PATH", SEARCH_PATH),
                output());
        started.add(program);
        return program;
    }

    private ProgramOutput output() {
        return new ProgramOutput() {
            @Override
            public void write(byte[] bytes, int length) {
                errors.write(bytes, 0, length);
            }

            @Override
            public void close() {}
        };
    }

    private static CompletableFuture<Integer> end(InteractiveProcess program) {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        program.onEnd(end::complete);
        return end;
    }
}
