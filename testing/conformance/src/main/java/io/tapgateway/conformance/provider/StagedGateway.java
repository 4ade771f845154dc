package io.tapgateway.conformance.provider;

import io.tapgateway.conformance.Minutes;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The gateway that a provider under test meets: always at the same port, with its token in the same file, whatever
 * happens to it. Confined to the thread that plays.
 */
final class StagedGateway implements AutoCloseable {
    private static final String SESSION = "main";

    private final Path home;
    private final Minutes minutes = new Minutes();
    private final AtomicInteger connections = new AtomicInteger();
    private int port;
    private @Nullable Gateway gateway;
    private @Nullable WatchedDoor door;
    private @Nullable WebSocketTransport network;
    private @Nullable GatewaySession session;

    /** @param home an empty directory, below which the token lies */
    StagedGateway(Path home) {
        this.home = home;
    }

    /** Where a provider finds this gateway. */
    Map<String, String> environment() {
        return Map.of("COPILOT_HOME", home.toString(), "TAP_GATEWAY_URL", url().toString());
    }

    private URI url() {
        return URI.create("ws://127.0.0.1:" + port + "/");
    }

    /** Where it listens, or would. */
    int port() {
        return port;
    }

    /** Starts a gateway, with a token of its own and a session; the first one chooses the port. */
    void start() throws IOException {
        Gateway started = Gateway.builder().build();
        gateway = started;
        door = new WatchedDoor(started.providerPort(), minutes, connections);
        openSession();
        writeToken(started.tokens().issueDiscoveryToken().reveal());
        connect();
    }

    /** Ends the gateway at once, as if its process had been killed. */
    void kill() {
        disconnect();
        gateway().closeNow();
    }

    /** Everybody can reach the gateway. */
    void connect() throws IOException {
        WebSocketTransport listening =
                WebSocketTransport.listen(door(), WebSocketSettings.standard().withPort(port));
        network = listening;
        port = listening.port();
    }

    /** All connections break, and nobody can reach the gateway. */
    void disconnect() {
        Objects.requireNonNull(network, "the gateway was never started").close();
    }

    /** Replaces what is in the file of the token, in one go. */
    void writeToken(String token) throws IOException {
        Path directory = Files.createDirectories(home.resolve("extensions/tap"));
        Path written = Files.writeString(directory.resolve("token"), token);
        Files.move(written, directory.resolve(".provider-token"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Opens the session, again if it has ended. */
    void openSession() {
        session = gateway()
                .openSession(SessionInfo.of(SESSION, "Conformance", home).withDiscoverable(true), new RecordingHost());
    }

    GatewaySession session() {
        return Objects.requireNonNull(session, "there is no session");
    }

    Gateway gateway() {
        return Objects.requireNonNull(gateway, "the gateway was never started");
    }

    WatchedDoor door() {
        return Objects.requireNonNull(door, "the gateway was never started");
    }

    /** What was said so far, without tokens. */
    List<String> conversation() {
        return minutes.lines();
    }

    /** The tokens that were said so far. */
    Set<String> tokens() {
        return minutes.tokens();
    }

    @Override
    public void close() {
        if (gateway != null) {
            kill();
        }
    }
}
