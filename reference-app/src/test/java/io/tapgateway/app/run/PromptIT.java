package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app on a terminal, which Python makes: what is written to it is typed, what it prints is on the screen. */
@Timeout(120)
class PromptIT {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final int PATIENCE_SECONDS = 60;
    private static final String PYTHON = "python3";

    /** Ends with the exit code of the program. */
    private static final String TERMINAL =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

    private static final String SIZE = "stty cols 100 rows 30; exec \"$@\"";

    @TempDir
    private Path directory;

    private Path screen;
    private Process terminal;
    private int shown;

    @Test
    void a_person_plays_the_agent_and_leaves_in_good_order() throws Exception {
        start("run", "--port", "0", "--control-port", "0");
        try {
            awaitScreen("main> ");
            type("call demo_gr\t{\"name\": \"Ada\"}\r");
            awaitScreen("\"Hello, Ada!\"", "main> ");
            type("call demo_countdown seconds=30\r");
            awaitScreen("demo_countdown: 30 …", "demo_countdown: 29 …");
            type(CTRL_C);
            awaitScreen("CANCELLED: interrupted", "main> ");
            type("never mind" + CTRL_C);
            awaitScreen("never mind", "main> ");
            type("check shell {\"command\": \"git push\"}\r");
            awaitScreen("allowed", "main> ");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("home/history"))))
                    .isEqualTo("rw-------");
            type(CTRL_D);

            assertThat(terminal.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(terminal.exitValue()).as(() -> seen()).isZero();
            assertThat(directory.resolve("home/gateway.json")).doesNotExist();
            assertThat(directory.resolve("home/history")).content().contains("demo_greet", "git push");
        } finally {
            end();
        }
    }

    private void start(String... arguments) throws Exception {
        assumeTrue(
                new ProcessBuilder(PYTHON, "-c", "import pty; import os; os.waitstatus_to_exitcode")
                                .start()
                                .waitFor()
                        == 0,
                "there is no Python 3.9 with pseudo-terminals");
        screen = directory.resolve("screen");
        List<String> command = new ArrayList<>(List.of(PYTHON, "-c", TERMINAL, "sh", "-c", SIZE, "sh"));
        command.addAll(AppProcess.command(List.of(arguments)));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(screen.toFile());
        builder.environment().put("COPILOT_HOME", directory.resolve("copilot").toString());
        builder.environment().put("TAPGATEWAY_HOME", directory.resolve("home").toString());
        builder.environment().put("TERM", "xterm");
        terminal = builder.start();
    }

    private void end() {
        terminal.descendants().forEach(ProcessHandle::destroyForcibly);
        terminal.destroyForcibly();
    }

    private void type(String keys) throws Exception {
        shown = seen().length();
        terminal.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        terminal.getOutputStream().flush();
    }

    /** Waits until all of this has appeared, in this order, since something was typed. */
    private void awaitScreen(String... texts) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(seen().substring(shown)).containsSubsequence(texts));
    }

    /** Without colours and the like. */
    private String seen() {
        try {
            return Files.readString(screen).replaceAll("\u001b(\\[[0-9;?$]*[A-Za-z]|[=>])", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
