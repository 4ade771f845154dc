package io.tapgateway.transport.ws.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is not the gateway or no host of it, over real sockets. */
@Timeout(60)
class StrangersTest {
    @TempDir
    private Path home;

    private HostFixture fixture;

    @BeforeEach
    void listen() throws Exception {
        fixture = new HostFixture(home);
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void D012_a_host_with_another_key_recognises_that_the_gateway_is_not_its_own() throws Exception {
        fixture.announce(2, fixture.port());

        assertThatThrownBy(() -> GatewayConnector.joinOrStart(fixture.settings()))
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("has not proved that it is the gateway")
                .hasMessageContaining("Process " + ProcessHandle.current().pid() + " listens");
    }

    @Test
    void T06_a_squatter_gets_a_nonce_and_nothing_else() throws Exception {
        try (Squatter squatter = new Squatter()) {
            fixture.announce(1, squatter.port());

            assertThatThrownBy(() -> GatewayConnector.joinOrStart(fixture.settings()))
                    .isInstanceOf(LinkFailure.class)
                    .hasMessageContaining("told nothing");

            List<String> heard = squatter.heard();
            assertThat(heard).hasSize(1);
            assertThat(LinkGreeting.Hello.parse(heard.get(0)).json()).isEqualTo(heard.get(0));
            assertThat(squatter.request())
                    .doesNotContainIgnoringCase("authorization")
                    .doesNotContain("cookie");
        }
    }

    @Test
    void T06_a_squatter_that_passes_everything_on_to_the_gateway_gets_no_further() throws Exception {
        try (Relay relay = new Relay(fixture.port())) {
            fixture.announce(1, relay.port());

            assertThatThrownBy(() -> GatewayConnector.joinOrStart(fixture.settings()))
                    .isInstanceOf(LinkFailure.class)
                    .hasMessageContaining("has not proved");
        }
    }

    @Test
    void D012_a_program_without_the_key_learns_nothing_of_sessions() throws Exception {
        fixture.gateway.openSession(
                SessionInfo.of("secret-session", "x", Path.of("/")), SessionHost.ignoringEverything());
        byte[] guess = new byte[LinkProof.BYTES];
        try (RawHost host = RawHost.connect(fixture.port(), Optional.empty())) {
            host.send(new LinkGreeting.Hello(1, "mine").json());
            LinkGreeting.Challenge challenge = LinkGreeting.Challenge.parse(host.next());
            String proof = new LinkProof(guess).of(Side.HOST, fixture.port(), "mine", challenge.nonce());
            host.send(new LinkGreeting.Proof(proof, Optional.empty()).json());

            assertThat(host.ended()).isEqualTo(4401);
            assertThat(host.heard()).hasSize(1).noneMatch(it -> it.contains("secret-session"));
        }
    }

    @Test
    void T26_connections_that_prove_nothing_keep_no_host_out() throws Exception {
        List<RawHost> silent = new ArrayList<>();
        try {
            for (int i = 0; i < LinkRules.MOST_GREETINGS; i++) {
                silent.add(RawHost.connect(fixture.port(), Optional.empty()));
            }

            try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
                assertThat(silent.get(0).ended()).isEqualTo(1013);
                assertThat(silent.get(1).hasEnded()).isFalse();
                gateway.openSession(SessionInfo.of("abc", "x", Path.of("/")), SessionHost.ignoringEverything());
                assertThat(fixture.gateway.session(new SessionId("abc"))).isPresent();
            }
        } finally {
            silent.forEach(RawHost::close);
        }
    }

    @Test
    void D012_the_gateways_own_proof_is_none_of_a_host() throws Exception {
        try (RawHost host = RawHost.connect(fixture.port(), Optional.empty())) {
            host.send(new LinkGreeting.Hello(1, "mine").json());
            LinkGreeting.Challenge challenge = LinkGreeting.Challenge.parse(host.next());
            host.send(new LinkGreeting.Proof(challenge.proof(), Optional.empty()).json());

            assertThat(host.ended()).isEqualTo(4401);
        }
    }

    @Test
    void whoever_says_something_else_first_is_told_what_was_expected_and_nothing_more() throws Exception {
        try (RawHost host = RawHost.connect(fixture.port(), Optional.empty())) {
            host.send("{\"ack\":0,\"n\":1,\"say\":{\"type\":\"session.ask\",\"id\":1,\"session\":\"x\"}}");

            assertThat(host.ended()).isEqualTo(1008);
            assertThat(host.heard()).isEmpty();
        }
    }

    @Test
    void a_greeting_of_another_version_is_refused() throws Exception {
        try (RawHost host = RawHost.connect(fixture.port(), Optional.empty())) {
            host.send(new LinkGreeting.Hello(2, "mine").json());

            assertThat(host.ended()).isEqualTo(4406);
        }
    }

    @Test
    void what_is_longer_than_any_greeting_ends_the_connection() throws Exception {
        try (RawHost host = RawHost.connect(fixture.port(), Optional.empty())) {
            host.send(" ".repeat(LinkGreeting.MAX_LENGTH + 1));

            assertThat(host.ended()).isEqualTo(1009);
        }
    }

    @Test
    void T01_no_page_gets_as_far_as_the_greeting() {
        assertThatThrownBy(() -> RawHost.connect(fixture.port(), Optional.of("http://localhost:" + fixture.port())))
                .hasMessageContaining("403");
    }

    @Test
    void T02_another_host_header_is_refused() throws Exception {
        assertThat(upgrade("evil.com:" + fixture.port(), "/host")).startsWith("HTTP/1.1 403");
        assertThat(upgrade("127.0.0.1:" + fixture.port(), "/host")).startsWith("HTTP/1.1 101");
        assertThat(upgrade("127.0.0.1:" + fixture.port(), "/other")).startsWith("HTTP/1.1 4");
    }

    @Test
    void T08_a_key_that_others_can_read_is_none() throws Exception {
        Files.setPosixFilePermissions(home.resolve("host.key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> GatewayConnector.joinOrStart(fixture.settings()))
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("open to other users");
    }

    @Test
    void a_home_without_a_gateway_is_said_to_be_one() {
        assertThatThrownBy(() -> GatewayConnector.joinOrStart(ConnectorSettings.home(home.resolve("none"))))
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("No gateway runs in");
    }

    @Test
    void what_a_failed_start_has_to_say_is_passed_on() {
        ConnectorSettings settings = ConnectorSettings.home(home.resolve("none"))
                .startingWith(List.of("sh", "-c", "echo Port 9400 is taken. >&2; exit 1"));

        assertThatThrownBy(() -> GatewayConnector.joinOrStart(settings))
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("Port 9400 is taken.");
    }

    @Test
    void a_command_that_does_not_exist_is_named() {
        ConnectorSettings settings =
                ConnectorSettings.home(home.resolve("none")).startingWith(List.of("no-such-command-at-all"));

        assertThatThrownBy(() -> GatewayConnector.joinOrStart(settings))
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("no-such-command-at-all");
    }

    private String upgrade(String host, String path) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host
                    + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] line = socket.getInputStream().readNBytes(12);
            return new String(line, StandardCharsets.ISO_8859_1);
        }
    }

    /** A program that listens where the gateway should, and answers the greeting with what it makes up. */
    private static final class Squatter implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CompletableFuture<String> request = new CompletableFuture<>();
        private final CompletableFuture<List<String>> frames = new CompletableFuture<>();

        Squatter() throws IOException {
            Thread thread = new Thread(this::serve, "squatter");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return server.getLocalPort();
        }

        String request() throws Exception {
            return request.get(10, TimeUnit.SECONDS);
        }

        List<String> heard() throws Exception {
            return frames.get(10, TimeUnit.SECONDS);
        }

        private void serve() {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) in.read());
                }
                request.complete(head.toString());
                String key = head.substring(head.indexOf("Sec-WebSocket-Key: ") + 19);
                key = key.substring(0, key.indexOf("\r\n"));
                byte[] accept = MessageDigest.getInstance("SHA-1")
                        .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
                OutputStream out = socket.getOutputStream();
                out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                + "Sec-WebSocket-Accept: "
                                + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                String hello = frame(in);
                byte[] lie = new LinkGreeting.Challenge("n", "p").json().getBytes(StandardCharsets.UTF_8);
                out.write(0x81);
                out.write(lie.length);
                out.write(lie);
                out.flush();
                String rest = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                // A close frame, if anything: it has no text of ours.
                frames.complete(rest.length() <= 8 ? List.of(hello) : List.of(hello, rest));
            } catch (Exception e) {
                frames.completeExceptionally(e);
            }
        }

        private static String frame(InputStream in) throws IOException {
            byte[] head = in.readNBytes(2);
            int length = head[1] & 0x7f;
            byte[] mask = in.readNBytes(4);
            byte[] text = in.readNBytes(length);
            for (int i = 0; i < text.length; i++) {
                text[i] ^= mask[i % 4];
            }
            return new String(text, StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** A program that listens elsewhere and passes on every byte, but for the Host that would give it away. */
    private static final class Relay implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final int target;

        Relay(int target) throws IOException {
            this.target = target;
            start(this::serve);
        }

        int port() {
            return server.getLocalPort();
        }

        private void serve() {
            try (Socket host = server.accept();
                    Socket gateway = new Socket(InetAddress.getLoopbackAddress(), target)) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) host.getInputStream().read());
                }
                gateway.getOutputStream()
                        .write(head.toString()
                                .replace(":" + port(), ":" + target)
                                .getBytes(StandardCharsets.ISO_8859_1));
                start(() -> copy(host, gateway));
                copy(gateway, host);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        private static void copy(Socket from, Socket to) {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
                to.shutdownOutput();
            } catch (IOException hungUp) {
                return;
            }
        }

        private static void start(Runnable task) {
            Thread thread = new Thread(task, "relay");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
