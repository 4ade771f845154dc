package io.tapgateway.app.control.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What listeners cost that read too slowly, or not at all. */
@Timeout(30)
class EventHubTest {
    private static final ServerSentEvent BIG =
            new ServerSentEvent(Optional.empty(), "timeline", "\"" + "x".repeat(16 << 10) + "\"");

    private final Gateway gateway = Gateway.builder().build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final EventHub hub = new EventHub(sessions);
    private final ExecutorService writers = Executors.newFixedThreadPool(2);
    private final LoopbackHttpServer server;

    EventHubTest() throws IOException {
        EventFeed feed =
                new EventFeed(hub, new ConsoleSeats(sessions, new SecureRandom(), System::nanoTime), sessions, writers);
        server = LoopbackHttpServer.named("events")
                .requestThreads(1)
                .handler(new Open(feed), "/")
                .listen();
    }

    @AfterEach
    void stop() {
        hub.close();
        server.close();
        writers.shutdownNow();
        gateway.closeNow();
    }

    @Test
    void a_listener_that_does_not_read_is_cut_off_and_the_others_miss_nothing() throws Exception {
        try (Socket stalled = connect();
                Socket reading = connect()) {
            BufferedReader lines = events(reading);
            events(stalled);
            assertThat(hub.listeners()).isEqualTo(2);

            int published = 0;
            while (hub.listeners() == 2) {
                hub.publish(BIG);
                published++;
                assertThat(skipToEvent(lines)).isEqualTo("event: timeline");
            }

            assertThat(hub.listeners()).isEqualTo(1);
            assertThat(published).isGreaterThan(EventClient.MAX_WAITING_BYTES / BIG.toBytes().length);
        }
    }

    @Test
    void a_listener_that_has_gone_is_noticed() throws Exception {
        Socket gone = connect();
        events(gone);
        gone.setSoLinger(true, 0);
        gone.close();

        while (hub.listeners() == 1) {
            hub.publish(BIG);
        }

        assertThat(hub.listeners()).isZero();
    }

    @Test
    void no_more_listeners_than_the_limit_are_admitted() throws Exception {
        List<Socket> sockets = new java.util.ArrayList<>();
        try {
            for (int i = 0; i < EventHub.MAX_CLIENTS; i++) {
                Socket socket = connect();
                sockets.add(socket);
                events(socket);
            }
            Socket oneMore = connect();
            sockets.add(oneMore);

            assertThat(events(oneMore).readLine()).isEqualTo("refused");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private Socket connect() throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Reads past the head of the response; the listener is there once it has come. */
    private static BufferedReader events(Socket socket) throws Exception {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 1);
        String line = lines.readLine();
        while (line != null && !line.isEmpty()) {
            line = lines.readLine();
        }
        return lines;
    }

    private static String skipToEvent(BufferedReader lines) throws Exception {
        String line = lines.readLine();
        while (line != null && !line.startsWith("event:")) {
            line = lines.readLine();
        }
        return line;
    }

    private static final class Open extends HttpHandler {
        private final EventFeed feed;

        Open(EventFeed feed) {
            this.feed = feed;
        }

        @Override
        public void service(Request request, Response response) throws Exception {
            try {
                feed.open(
                        new ApiRequest(
                                "GET",
                                List.of("api", "events"),
                                Map.of(),
                                Map.of(),
                                List.of(),
                                Optional.empty(),
                                false,
                                Optional.empty(),
                                "",
                                Optional.empty()),
                        response);
            } catch (ApiProblem e) {
                response.getWriter().write("refused\n");
            }
        }
    }
}
