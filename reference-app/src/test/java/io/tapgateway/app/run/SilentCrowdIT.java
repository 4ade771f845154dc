package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged app, which may open few files and sockets, and many more connections that say nothing. */
@Timeout(240)
class SilentCrowdIT {
    private static final int CROWD = Depth.of(600, 3_000, 3_000);
    private static final int QUESTIONS = 20;
    private static final int DIAL_MILLIS = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> RUN = List.of("run", "--json", "--port", "0", "--control-port", "0");

    private final List<Socket> crowd = new ArrayList<>();
    private AppProcess app;
    private JsonValue listening;

    @TempDir
    private Path directory;

    private void start(int descriptors) throws Exception {
        app = AppProcess.startAfter("ulimit -n " + descriptors, directory, RUN);
        listening = app.json();
    }

    @AfterEach
    void stop() throws Exception {
        for (Socket socket : crowd) {
            socket.close();
        }
        app.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 130})
    void T57_the_owner_is_answered_beside_silent_crowds_at_both_ports(int descriptors) throws Exception {
        start(descriptors);
        gather("port");
        gather("controlPort");

        ask();

        assertThat(log().split("Too many open files", -1))
                .as("what the ports say, once each")
                .hasSizeLessThanOrEqualTo(3);
    }

    private void gather(String port) throws IOException {
        int number = Math.toIntExact(
                listening.get(port).orElseThrow().asWholeNumber().orElseThrow());
        for (int i = 0; i < CROWD; i++) {
            Socket socket = new Socket();
            crowd.add(socket);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), number), DIAL_MILLIS);
        }
    }

    /** On a connection of its own each time, as the commands do. */
    private void ask() throws Exception {
        URI health = URI.create(listening.get("controlUrl").orElseThrow().asString() + "api/health");
        String token = Files.readString(
                Path.of(listening.get("ownerTokenFile").orElseThrow().asString()));
        for (int i = 0; i < QUESTIONS; i++) {
            HttpRequest question = HttpRequest.newBuilder(health)
                    .timeout(PATIENCE)
                    .header("Authorization", "Bearer " + token)
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(question, BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("home/logs/tapgateway.log"));
    }
}
