package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.transport.ws.http.PortTaken;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebSocketTransportTest {
    private final WelcomingPort port = new WelcomingPort();

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
    }

    @Test
    void D011_providers_get_in_by_every_loopback_address_under_one_port() throws Exception {
        for (InetAddress address : transport.addresses()) {
            try (RawClient client = RawClient.dial(address.getHostAddress(), transport.port())) {
                String host = address.getAddress().length == 4 ? "127.0.0.1" : "[::1]";
                String request = RawClient.handshake(transport.port()).replace("127.0.0.1", host);

                assertThat(RawClient.status(client.request(request))).isEqualTo(101);
                client.send(Goodbyes.goodbye(100));
                assertThat(port.opened().nextReceived().bytes()).isEqualTo(100);
            }
        }
    }

    @Test
    void D011_a_port_that_is_taken_is_an_error_that_says_by_whom() {
        WebSocketSettings same = WebSocketSettings.standard().withPort(transport.port());

        assertThatThrownBy(() -> WebSocketTransport.listen(port, same))
                .isInstanceOf(PortTaken.class)
                .hasMessage("Port " + transport.port() + " on 127.0.0.1 is already in use by process "
                        + ProcessHandle.current().pid() + " (java). Stop it, or choose another port.");
    }

    @Test
    void the_url_leads_to_the_port() throws Exception {
        RecordingListener listener = new RecordingListener();

        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(transport.url(), listener)
                .get(10, TimeUnit.SECONDS);
        socket.sendText(Goodbyes.goodbye(100), true).get(10, TimeUnit.SECONDS);

        assertThat(transport.url()).isEqualTo(URI.create("ws://127.0.0.1:" + transport.port() + "/"));
        assertThat(port.opened().nextReceived().bytes()).isEqualTo(100);
        transport.close();
        assertThat(listener.closed.get(10, TimeUnit.SECONDS)).isEqualTo(1001);
    }

    @Test
    void D018_closing_the_transport_tells_every_peer_with_1001() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            clients.add(RawClient.connect(transport));
        }
        CompletableFuture<Void> closing = CompletableFuture.runAsync(transport::close, task -> {
            Thread closer = new Thread(task, "closer");
            closer.start();
        });

        for (RawClient client : clients) {
            assertThat(client.read().closeCode()).isEqualTo(1001);
            client.sendClose(1001);
            assertThat(client.isEnded()).isTrue();
            assertThat(port.opened().nextClose()).isEqualTo(CloseCode.GOING_AWAY);
            client.close();
        }
        closing.get(10, TimeUnit.SECONDS);
        assertThatThrownBy(() -> RawClient.dial("127.0.0.1", transport.port())).hasMessageContaining("refused");
    }

    @Test
    void closing_twice_is_harmless_and_leaves_no_thread() {
        transport.close();
        transport.close();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("tap-provider-port")));
    }

    @Test
    void D017_who_does_not_finish_a_request_in_time_is_cut() throws Exception {
        listenWithUpgradeTimeout(300);
        try (RawClient silent = RawClient.dial("127.0.0.1", transport.port());
                RawClient slow = RawClient.dial("127.0.0.1", transport.port())) {
            slow.sendRaw("GET / HTTP/1.1\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));

            assertThat(silent.isEnded()).isTrue();
            assertThat(slow.isEnded()).isTrue();
        }
    }

    @Test
    void D017_a_connection_that_is_open_outlives_the_time_for_requests() throws Exception {
        listenWithUpgradeTimeout(300);
        try (RawClient client = RawClient.connect(transport);
                RawClient silent = RawClient.dial("127.0.0.1", transport.port())) {
            assertThat(silent.isEnded()).isTrue();

            client.send(Goodbyes.goodbye(100));

            assertThat(port.opened().nextReceived().bytes()).isEqualTo(100);
        }
    }

    @Test
    void T26_hundreds_who_never_finish_do_not_keep_a_provider_out() throws Exception {
        List<RawClient> dribblers = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                RawClient dribbler = RawClient.dial("127.0.0.1", transport.port());
                dribbler.sendRaw(new byte[] {'G'});
                dribblers.add(dribbler);
            }
            // Far less than the time after which they would be cut anyway.
            assertTimeout(Duration.ofSeconds(3), () -> {
                try (RawClient provider = RawClient.connect(transport)) {
                    provider.send(Goodbyes.goodbye(100));
                    assertThat(port.opened().nextReceived().bytes()).isEqualTo(100);
                }
            });
            assertThat(dribblers.get(0).isEnded()).isTrue();
        } finally {
            for (RawClient dribbler : dribblers) {
                dribbler.close();
            }
        }
    }

    private void listenWithUpgradeTimeout(int millis) throws Exception {
        transport.close();
        port.limits = Limits.standard().with(Limit.UPGRADE_TIMEOUT, millis);
        transport = WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
    }

    /** The JDK's own client, to see that others understand this server. */
    private static final class RecordingListener implements WebSocket.Listener {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return CompletableFuture.completedFuture(null);
        }
    }
}
