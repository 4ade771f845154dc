package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is not the gateway or no host of it, over real sockets. */
@Timeout(60)
class StrangersTest {
    private static final String NONCE = LinkProof.nonce(new byte[LinkProof.BYTES]);

    @TempDir
    private Path home;

    @AutoClose
    private HostFixture fixture;

    @BeforeEach
    void listen() throws Exception {
        fixture = new HostFixture(home);
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
        String lie = new LinkGreeting.Challenge("n", "p").json();
        try (FakeGateway squatter = FakeGateway.saying(lie)) {
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
            host.send(new LinkGreeting.Hello(1, NONCE).json());
            LinkGreeting.Challenge challenge = LinkGreeting.Challenge.parse(host.next());
            String proof = new LinkProof(guess).of(Side.HOST, fixture.port(), NONCE, challenge.nonce());
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
            host.send(new LinkGreeting.Hello(1, NONCE).json());
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
            host.send(new LinkGreeting.Hello(2, NONCE).json());

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

    @Test
    void a_gateway_of_another_version_is_named_as_that() throws Exception {
        try (FakeGateway newer = FakeGateway.closing(CloseCode.UNSUPPORTED_VERSION)) {
            fixture.announce(1, newer.port());

            assertThatThrownBy(() -> GatewayConnector.joinOrStart(fixture.settings()))
                    .isInstanceOf(LinkFailure.class)
                    .hasMessageContaining("another version of the host link");
            assertThat(newer.greetings()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CloseCode.class,
            names = {"OVER_CAPACITY", "TIMED_OUT", "GOING_AWAY"})
    void a_gateway_that_has_no_time_is_asked_again_until_it_has(CloseCode noTime) throws Exception {
        try (FakeGateway busy = FakeGateway.closing(noTime)) {
            fixture.announce(1, busy.port());
            CompletableFuture<HostGateway> joined = joining(fixture.settings());
            busy.awaitGreetings(2);
            fixture.announce(1, fixture.port());

            try (HostGateway gateway = joined.get(20, TimeUnit.SECONDS)) {
                assertThat(gateway.place()).isEqualTo(HostGateway.Place.JOINED);
            }
        }
    }

    @Test
    void whoever_never_has_time_is_named_when_the_host_has_waited_long_enough() throws Exception {
        try (FakeGateway squatter = FakeGateway.closing(CloseCode.TIMED_OUT)) {
            fixture.announce(1, squatter.port());

            assertThatThrownBy(() ->
                            GatewayConnector.joinOrStart(fixture.settings().within(Duration.ofSeconds(3))))
                    .isInstanceOf(LinkFailure.class)
                    .hasMessageContaining("has not proved that it is the gateway");
            assertThat(squatter.greetings()).isGreaterThan(1);
        }
    }

    private static CompletableFuture<HostGateway> joining(ConnectorSettings settings) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return GatewayConnector.joinOrStart(settings);
            } catch (LinkFailure e) {
                throw new CompletionException(e);
            }
        });
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
