package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import io.tapgateway.app.Signals;
import io.tapgateway.protocol.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The packaged app as a process of its own, with everything it may write below one directory. Confined to the test's
 * thread.
 */
public final class AppProcess implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 90;
    private static final Path LIBRARIES = Path.of("target", "app", "lib").toAbsolutePath();
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final Supplier<List<String>> SHARED_CLASSES =
            Suppliers.memoize(() -> ClassArchive.options(JAVA, LIBRARIES));

    private final Process process;
    private final Path err;
    private final BufferedReader out;

    private AppProcess(Process process, Path err) {
        this.process = process;
        this.err = err;
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    /** How a process ended. */
    public record Ended(int code, String out, String err) {}

    /** How it is started for a few seconds, in which it is not worth much compiling. */
    static List<String> command(List<String> arguments) {
        List<String> command = usersCommand(arguments);
        command.add(1, "-XX:TieredStopAtLevel=1");
        return command;
    }

    /** How users start it. */
    private static List<String> usersCommand(List<String> arguments) {
        assertThat(LIBRARIES).as("the packaged app; run it with 'mvn verify'").isDirectory();
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC"));
        command.addAll(SHARED_CLASSES.get());
        command.addAll(List.of("-cp", LIBRARIES + "/*"));
        command.add("io.tapgateway.app.Main");
        command.addAll(arguments);
        return command;
    }

    /** Starts the app; {@code umask} is what the shell would say. */
    static AppProcess start(Path directory, String umask, List<String> arguments) throws IOException {
        return startAfter("umask " + umask, directory, arguments);
    }

    /** Starts the app after a command of the shell. */
    static AppProcess startAfter(String before, Path directory, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", before + "; exec \"$@\"", "sh"));
        command.addAll(command(arguments));
        return startProgram(directory, command);
    }

    private static AppProcess startProgram(Path directory, List<String> command) throws IOException {
        return startProgram(directory, command, Map.of());
    }

    private static AppProcess startProgram(Path directory, List<String> command, Map<String, String> environment)
            throws IOException {
        Path err = Files.createTempFile(directory, "stderr", ".txt");
        ProcessBuilder builder = new ProcessBuilder(Signals.hearing(command)).redirectError(err.toFile());
        builder.environment().put("COPILOT_HOME", directory.resolve("copilot").toString());
        builder.environment().put("TAPGATEWAY_HOME", directory.resolve("home").toString());
        builder.environment().putAll(environment);
        return new AppProcess(builder.start(), err);
    }

    /** Starts the app. */
    public static AppProcess start(Path directory, String... arguments) throws IOException {
        return start(directory, "022", List.of(arguments));
    }

    /** Starts the app with more in its environment. */
    static AppProcess start(Path directory, Map<String, String> environment, String... arguments) throws IOException {
        return startProgram(directory, command(List.of(arguments)), environment);
    }

    /** Starts the app for longer, and to look at how fast it is. */
    public static AppProcess startAsUsersDo(Path directory, List<String> arguments) throws IOException {
        return startProgram(directory, usersCommand(arguments));
    }

    /** Runs a command to its end. */
    public static Ended run(Path directory, String... arguments) throws Exception {
        try (AppProcess app = start(directory, arguments)) {
            return app.end();
        }
    }

    long pid() {
        return process.pid();
    }

    /** The next line of its output, however long it takes to come; the test has a timeout. */
    String line() throws IOException {
        String line = out.readLine();
        assertThat(line)
                .as(() -> "a line of output; on standard error: " + errors())
                .isNotNull();
        return line;
    }

    /** The next line of its output, which must be JSON. */
    public JsonValue json() throws Exception {
        return JsonValue.parse(line());
    }

    /** Asks the process to end, as another process would. */
    public void signal(String name) {
        Signals.send(name, process);
    }

    /** Waits until the process has ended. */
    public Ended end() throws Exception {
        return end(PATIENCE_SECONDS);
    }

    /** Waits until the process has ended, which must not take longer than that. */
    public Ended end(int atMostSeconds) throws Exception {
        assertThat(process.waitFor(atMostSeconds, TimeUnit.SECONDS))
                .as(() -> "the process has ended; on standard error: " + errors())
                .isTrue();
        StringBuilder rest = new StringBuilder();
        out.lines().forEach(line -> rest.append(line).append('\n'));
        return new Ended(process.exitValue(), rest.toString(), errors());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String errors() {
        try {
            return Files.readString(err);
        } catch (IOException e) {
            return "(cannot be read)";
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
