package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PairingPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
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

    /** Starts them, and waits until all are ready. */
    public void start(Path... directories) throws Problem {
        var unused = gateway.extensions().start(MAIN, ExtensionSource.ofDirectories(List.of(directories)), "");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(states()).containsOnly("ready"));
    }

    public List<String> states() {
        return gateway.extensions().all(MAIN).stream()
                .map(ExtensionStatus::state)
                .toList();
    }

    @Override
    public void close() {
        gateway.stop();
    }
}
