package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory of a project, and a person who connects agents in it by {@code connect} and starts them there, without a
 * network. Confined to the test.
 */
final class ConnectedAgents {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Path LAUNCH = PackagedApp.MODULE.resolve("src/main/sh/launch.sh");

    private final Path launcher;
    private final Path work;
    private final Path home;
    private final List<AutoCloseable> started = new ArrayList<>();

    private ConnectedAgents(Path launcher, Path work, Path home) {
        this.launcher = launcher;
        this.work = work;
        this.home = home;
    }

    static ConnectedAgents in(Path directory) throws IOException {
        ConnectedAgents agents = new ConnectedAgents(
                Files.createDirectories(directory.resolve("bin")).resolve("tapgateway"),
                Files.createDirectories(directory.resolve("work")).toRealPath(),
                Files.createDirectories(directory.resolve("home")));
        agents.launchBy(launcher(""));
        return agents;
    }

    /**
     * The launcher as packaged, but that it never builds.
     *
     * @param before lines that a hook runs first, with what it was told in {@code question}
     */
    static String launcher(String before) {
        String java = PackagedApp.ownersCommand().stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        return "#!/bin/sh\nset -eu\n. '" + LAUNCH + "'\nif [ \"$1\" != hook ]; then exec " + java + " \"$@\"; fi\n"
                + "question=$(cat)\n" + before + "printf '%s' \"$question\" | (hook \"$@\")\n";
    }

    /** Has another script stand where the launcher is. */
    void launchBy(String script) throws IOException {
        Files.writeString(launcher, script);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    /** Where the agents work. */
    Path work() {
        return work;
    }

    /** Of the person. */
    Path home() {
        return home;
    }

    /** Has it closed at {@linkplain #endAll the end}. */
    <T extends AutoCloseable> T closing(T closeable) {
        started.add(closeable);
        return closeable;
    }

    /** Connects an agent as its user does, with more patience for its hooks than users have. */
    void connect(RealAgent agent, FakeModel model, Path gateway, String... options) throws IOException {
        agent.install();
        agent.configure(home, model);
        List<String> command =
                new ArrayList<>(List.of("tapgateway", "connect", agent.word(), "--home", gateway.toString()));
        command.addAll(List.of(options));
        done(command);
        for (Path root : List.of(home, work)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                    if (text.contains("tapgateway")) {
                        Files.writeString(
                                file,
                                text.replaceAll("(\"timeout(?:Sec)?\": |LIMIT_MILLIS = )10", "$160"),
                                StandardCharsets.ISO_8859_1);
                    }
                }
            }
        }
    }

    /** Runs a command of the person to its good end. */
    void done(List<String> command) {
        done(Map.of(), command);
    }

    /** The same, with more in its environment. */
    void done(Map<String, String> environment, List<String> command) {
        RunningProgram program = run(environment, command);
        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
    }

    /** Has a program of that name found in the path. */
    void putOnPath(String name, String program) throws IOException {
        Files.createSymbolicLink(launcher.resolveSibling(name), Path.of(program));
    }

    /** Has an agent answer one prompt. */
    RunningProgram start(RealAgent agent, FakeModel model, String prompt) {
        return run(agent.environment(model), agent.command(prompt));
    }

    /** Runs something where the agents work, which finds the launcher in its path. */
    RunningProgram run(Map<String, String> environment, List<String> command) {
        return closing(RunningProgram.start(home, withPath(environment), there(command)));
    }

    /** The same, with somebody who types. */
    RunningProgram talk(Map<String, String> environment, List<String> command) {
        return closing(RunningProgram.startTalking(home, withPath(environment), there(command)));
    }

    private Map<String, String> withPath(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", launcher.getParent() + ":" + System.getenv("PATH"));
        return all;
    }

    private List<String> there(List<String> command) {
        List<String> there =
                new ArrayList<>(List.of("sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "sh", work.toString()));
        there.addAll(command);
        return Signals.hearing(there);
    }

    /** Ends what was started, the last first. */
    void endAll() throws Exception {
        for (int i = started.size() - 1; i >= 0; i--) {
            started.get(i).close();
        }
    }
}
