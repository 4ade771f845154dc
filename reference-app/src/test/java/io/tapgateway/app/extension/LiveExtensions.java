package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PairingPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A gateway in this process with extensions that are real programs. Confined to the test's thread. */
public final class LiveExtensions implements AutoCloseable {
    /** How long anything here may take. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The session they are in. */
    public static final SessionId MAIN = new SessionId("main");

    private final Path directory;
    private final GatewayProcess gateway;

    /** @param directory for all files */
    public LiveExtensions(Path directory) throws Exception {
        this.directory = directory;
        this.gateway = GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                List.of(NewSession.of("main", "PR #42", Optional.of(directory))),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(false, false, false),
                false));
    }

    public GatewayProcess gateway() {
        return gateway;
    }

    public AppSessions.Open session() {
        return gateway.sessions().find("main").orElseThrow();
    }

    /** A directory with a script that the system can run. */
    public Path script(String name, String script) throws IOException {
        Path made = Files.createDirectories(directory.resolve(name));
        Path program = Files.writeString(made.resolve("run"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return made;
    }

    /** A directory with a script that an interpreter runs. */
    public Path script(String name, String interpreter, String script) throws IOException {
        Path made = script(name, script);
        Files.writeString(
                made.resolve("extension.json"),
                "{\"name\":\"" + name + "\",\"exec\":\"" + interpreter + "\",\"args\":[\"run\"]}");
        return made;
    }

    /**
     * A directory with one of the programs beside this class, named as its file is without the ending.
     *
     * @param arguments the first one names it instead
     */
    public Path program(String file, String... arguments) throws IOException {
        Installed interpreter = file.endsWith(".py") ? Installed.PYTHON : Installed.NODE;
        String name = arguments.length > 0 ? arguments[0] : file.substring(0, file.lastIndexOf('.'));
        Path made = Files.createDirectories(directory.resolve(name));
        try (InputStream script = LiveExtensions.class.getResourceAsStream(file)) {
            Files.copy(Objects.requireNonNull(script, file), made.resolve(file));
        }
        List<String> all = new ArrayList<>(List.of(file));
        all.addAll(List.of(arguments));
        Files.writeString(
                made.resolve("extension.json"),
                JsonValue.of(Map.of("name", name, "exec", interpreter.path(), "args", all))
                        .json());
        return made;
    }

    /** Starts them, and waits until all are ready. */
    public void start(Path... directories) throws Problem {
        start(MAIN, directories);
    }

    public void start(SessionId session, Path... directories) throws Problem {
        var unused = gateway.extensions().start(session, ExtensionSource.ofDirectories(List.of(directories)), "");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(states(session)).containsOnly("ready"));
    }

    public List<String> states() {
        return states(MAIN);
    }

    private List<String> states(SessionId session) {
        return gateway.extensions().all(session).stream()
                .map(ExtensionStatus::state)
                .toList();
    }

    @Override
    public void close() {
        gateway.stop();
    }
}
