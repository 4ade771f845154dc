package io.tapgateway.app.cowork;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agentserver.AnywhereServer;
import io.tapgateway.agentserver.AnywhereSettings;
import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.agentserver.anywhere.Folder;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.Secret;
import io.tapgateway.user.SessionUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests of Copilot Anywhere's clients, over real sockets. */
@Timeout(120)
class AnywherePortTest {
    /** As many as a client may send at once. */
    private static final int MESSAGES = 10;

    /** As many of these are more than may wait for a listener, and less than are kept. */
    private static final String LONG = "x".repeat(200_000);

    @TempDir
    private Path directory;

    private final Gateway gateway = Gateway.builder().build();
    private AnywherePort port;

    @BeforeEach
    void open() throws Exception {
        Path folder = directory.toRealPath();
        port = AnywherePort.open(
                0,
                new ClientDoor(Access.OPEN, Secret.of("t"), Set.of(), caller -> false, System::nanoTime),
                (info, agentOf, timeline) -> {
                    SessionUser user = SessionUser.create(System::nanoTime);
                    ThinkingAgent agent = agentOf.apply(user);
                    return new SessionLender.Lent(
                            agent,
                            agent.drive(gateway.openSession(info, agent)),
                            user,
                            Optional.empty(),
                            attached -> {});
                },
                new AnywhereSettings(
                        List.of(Folder.of(folder, folder, Instant.EPOCH, Set.of())),
                        question -> new ModelMessage.Answer(LONG, List.of()),
                        "m"),
                "http://console.localhost/");
    }

    @AfterEach
    void close() {
        port.close();
        gateway.closeNow();
    }

    @Test
    void A003_what_is_only_to_be_had_is_not_posted_to() throws Exception {
        for (String path : List.of("/", "/events")) {
            try (Client client = new Client("POST " + path, "Content-Length: 0")) {
                assertThat(client.head()).startsWith("HTTP/1.1 405").contains("Allow: GET");
            }
        }
    }

    @Test
    void A014_who_has_left_leaves_a_place_at_once() throws Exception {
        for (int round = 0; round < 2; round++) {
            List<Client> listening = new ArrayList<>();
            for (int i = 0; i < AnywhereServer.MOST_LISTENERS; i++) {
                Client client = new Client("GET /events");
                assertThat(client.head()).startsWith("HTTP/1.1 200");
                listening.add(client);
            }
            for (Client each : listening) {
                each.close();
            }
            untilThereIsRoom();
        }
    }

    private void untilThereIsRoom() throws Exception {
        String head;
        do {
            try (Client client = new Client("GET /events")) {
                head = client.head();
            }
        } while (head.startsWith("HTTP/1.1 503"));
        assertThat(head).startsWith("HTTP/1.1 200");
    }

    @Test
    void A014_more_is_replayed_than_may_wait() throws Exception {
        try (Client first = new Client("GET /events")) {
            first.head();
            for (int i = 0; i < MESSAGES; i++) {
                String body = "{\"text\":\"" + i + "\"}";
                try (Client says = new Client(
                        "POST /message", "Content-Type: application/json", "Content-Length: " + body.length())) {
                    says.send(body);
                    assertThat(says.head()).startsWith("HTTP/1.1 202");
                }
                first.until("\"reason\":\"answered\"");
            }
        }

        try (Client late = new Client("GET /events", "Last-Event-ID: another-1")) {
            late.head();
            for (int i = 0; i < MESSAGES; i++) {
                late.until("\"reason\":\"answered\"");
            }
        }
    }

    /** One request. */
    private final class Client implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Client(String request, String... headers) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port.number());
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder head = new StringBuilder(request + " HTTP/1.1\r\nHost: 127.0.0.1:" + port.number() + "\r\n");
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            send(head.append("\r\n").toString());
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }

        String head() throws IOException {
            StringBuilder head = new StringBuilder();
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
            }
            return head.toString();
        }

        void until(String piece) throws IOException {
            String line = in.readLine();
            while (line != null && !line.contains(piece)) {
                line = in.readLine();
            }
            assertThat(line).as("a line with %s", piece).isNotNull();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
