package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The packaged app on a terminal, which Python makes: what is typed goes there, and what it prints is on the screen.
 * Confined to the test's thread.
 */
public final class AppOnTerminal implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;
    private static final String SIZE = "stty cols 100 rows 30; exec \"$@\"";

    /** The program begins as one that a terminal's user has started, whoever started this; ends with its exit code. */
    private static final String TERMINAL = "import os, pty, signal, sys;"
            + " signal.signal(signal.SIGINT, signal.SIG_DFL); signal.signal(signal.SIGHUP, signal.SIG_DFL);"
            + " sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

    private final Process process;
    private final Path screen;
    private int shown;

    private AppOnTerminal(Process process, Path screen) {
        this.process = process;
        this.screen = screen;
    }

    /** How a program is run on a terminal; the test is skipped where there is nothing to make one with. */
    public static List<String> command(List<String> program) {
        List<String> command =
                new ArrayList<>(List.of(Installed.PYTHON.path(), "-c", TERMINAL, "sh", "-c", SIZE, "sh"));
        command.addAll(program);
        return command;
    }

    /** Starts the app; the test is skipped where there is nothing to make a terminal with. */
    public static AppOnTerminal start(Path directory, Map<String, String> environment, String... arguments)
            throws Exception {
        Path screen = Files.createTempFile(directory, "screen", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command(AppProcess.command(List.of(arguments))))
                .redirectErrorStream(true)
                .redirectOutput(screen.toFile());
        builder.environment().put("COPILOT_HOME", directory.resolve("copilot").toString());
        builder.environment().put("TAPGATEWAY_HOME", directory.resolve("home").toString());
        builder.environment().put("TERM", "xterm");
        builder.environment().remove("NO_COLOR");
        builder.environment().putAll(environment);
        return new AppOnTerminal(builder.start(), screen);
    }

    public void type(String keys) throws IOException {
        shown = text().length();
        process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Waits until all of this has appeared, in this order, since something was typed. */
    public void awaitScreen(String... texts) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(text().substring(shown)).containsSubsequence(texts));
    }

    /** Waits for the end, and tells the exit code. */
    int end() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(this::text)
                .isTrue();
        return process.exitValue();
    }

    /** Everything on the screen, without colours and the like. */
    public String text() {
        return raw().replaceAll("\u001b(\\[[0-9;?$]*[A-Za-z]|[=>])", "");
    }

    /** Everything that went to the screen. */
    String raw() {
        try {
            return Files.readString(screen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
