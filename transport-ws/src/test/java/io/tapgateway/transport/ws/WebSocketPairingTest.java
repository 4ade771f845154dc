package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.http.PortTaken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers without a token at a real gateway behind real sockets. */
class WebSocketPairingTest {
    private static final Pattern CODE = Pattern.compile("Pairing code ([0-9]{6}) ");

    private final RecordingHost host = new RecordingHost();
    private final AtomicInteger questions = new AtomicInteger();

    @AutoClose("closeNow")
    private Gateway gateway;

    private GatewaySession session;

    @AutoClose
    private WebSocketTransport transport;

    private void start(PairingPolicy policy) throws Exception {
        gateway = Gateway.builder().pairing(policy).build();
        session = gateway.openSession(foreground("abc"), host);
        transport =
                WebSocketTransport.attach(gateway, WebSocketSettings.standard().withPort(0));
    }

    private static SessionInfo foreground(String id) {
        return SessionInfo.of(id, "A session", Path.of("/code")).withForeground(true);
    }

    @Test
    void D056_a_paired_provider_comes_back_without_another_code() throws Exception {
        start(PairingPolicy.standard());
        int port = transport.port();
        try (BoundProvider provider =
                WebSocketProvider.connect(transport.url(), Credentials.pairing(this::userTypesTheCode), clock())) {
            Binding before = within10Seconds(provider.whenBound());
            ProviderView view = gateway.providers().get(0);

            transport.close();
            await().until(() -> provider.binding().isEmpty());
            listenAgain(port);
            await().until(() -> provider.binding().isPresent());

            assertThat(view.trust()).isEqualTo(TrustLevel.EXTERNAL);
            assertThat(provider.binding()).contains(before);
            assertThat(codes()).hasSize(1);
            assertThat(questions).hasValue(1);
        }
    }

    @Test
    void D057_a_provider_whose_token_has_expired_pairs_again() throws Exception {
        start(PairingPolicy.standard());
        int port = transport.port();
        try (BoundProvider provider =
                WebSocketProvider.connect(transport.url(), Credentials.pairing(this::userTypesTheCode), clock())) {
            within10Seconds(provider.whenBound());
            within10Seconds(session.close());
            transport.close();
            await().until(() -> provider.binding().isEmpty());

            gateway.openSession(foreground("def"), host);
            listenAgain(port);

            await().until(() -> provider.binding().isPresent());
            assertThat(provider.binding().orElseThrow().sessionId().value()).isEqualTo("def");
            assertThat(questions).hasValue(2);
        }
    }

    /** Origins as browsers send them, whatever they try to look like. */
    static Stream<String> strangers() {
        return Stream.of(
                "https://evil.com",
                "http://localhost.evil.com",
                "http://127.0.0.1.nip.io",
                "https://localhost.localdomain",
                "http://localhost.",
                "http://127.0.0.2:9400",
                "http://[::2]",
                "http://0.0.0.0:8080",
                "https://xn--lcalhost-p4a.example",
                "ftp://localhost",
                "chrome-extension://abcdefghijklmnop",
                "moz-extension://0f0f0f0f-1111",
                "vscode-webview://0abc");
    }

    @ParameterizedTest
    @MethodSource("strangers")
    void T01_a_page_from_elsewhere_gets_nothing_without_the_users_leave(String origin) throws Exception {
        start(PairingPolicy.standard());
        String token = gateway.tokens()
                .issueSpawnToken(session.info().id(), new ProviderName("ci"))
                .reveal();

        assertThat(answer(origin, "{\"type\":\"auth\",\"mode\":\"pair\"}")).contains("pairing is not open");
        assertThat(answer(origin, "{\"type\":\"auth\",\"token\":\"ext-tok-never\"}"))
                .contains("was not accepted");
        assertThat(answer(origin, "{\"type\":\"auth\",\"token\":\"" + token + "\"}"))
                .contains("was not accepted");
        assertThat(codes()).isEmpty();
        assertThat(gateway.providers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost:5173", "https://localhost", "http://127.0.0.1:8080", "http://[::1]:3000"})
    void T05_a_page_of_this_machine_may_ask(String origin) throws Exception {
        start(PairingPolicy.standard());

        assertThat(answer(origin, "{\"type\":\"auth\",\"mode\":\"pair\"}")).contains("auth.pairing");
        await().until(() -> codes().size() == 1);
    }

    @Test
    void T01_a_page_that_may_not_pair_is_refused_at_its_upgrade_unless_it_has_a_token() throws Exception {
        AtomicInteger admitted = new AtomicInteger(1);
        start(origin -> admitted.get() > 0 ? PairingPolicy.Mode.ASK : PairingPolicy.Mode.DENY);
        String token = pairedToken("https://app.example");

        admitted.set(0);

        assertThat(status("https://other.example")).isEqualTo(403);
        assertThat(status("http://localhost:5173")).isEqualTo(403);
        assertThat(answer("https://app.example", "{\"type\":\"auth\",\"token\":\"" + token + "\"}"))
                .contains("\"sessions\"")
                .doesNotContain("ext-tok-");
        within10Seconds(session.close());
        await().until(() -> status("https://app.example") == 403);
    }

    /** Five pages with five frames each, programs that claim to be 24 other pages, and 55 who have a reason to come. */
    @Test
    void T56_frames_and_forged_origins_keep_nobody_out() throws Exception {
        start(PairingPolicy.always(PairingPolicy.Mode.ASK));
        String paired = pairedToken("https://app.example");
        String spawned = gateway.tokens()
                .issueSpawnToken(session.info().id(), new ProviderName("ci"))
                .reveal();
        List<String> attackers = attackers();
        List<RawClient> held = new ArrayList<>();
        try {
            for (String origin : attackers) {
                held.add(hold(origin));
            }
            for (int i = 0; i < 55; i++) {
                held.add(hold(attackers.get(i % attackers.size())));
                switch (i % 3) {
                    case 0 ->
                        assertThat(answerTo(RawClient.connect(transport), spawned))
                                .contains("\"sessions\"");
                    case 1 ->
                        assertThat(answerTo(open("https://app.example"), paired))
                                .contains("\"sessions\"");
                    default -> open("https://www.newcomer" + i + ".com").close();
                }
            }
        } finally {
            for (RawClient client : held) {
                client.close();
            }
        }
    }

    private static List<String> attackers() {
        Stream<String> frames = IntStream.range(0, 25).mapToObj(i -> "https://frame" + i + ".site" + i / 5 + ".com");
        Stream<String> forged = IntStream.range(0, 24).mapToObj(i -> "https://forged" + i + ".org");
        return Stream.concat(frames, forged).toList();
    }

    /** Opens a WebSocket if it may, and says nothing. */
    private RawClient hold(String origin) throws Exception {
        RawClient client = RawClient.dial("127.0.0.1", transport.port());
        client.request(RawClient.handshake(transport.port(), "Origin: " + origin));
        return client;
    }

    private static String answerTo(RawClient client, String token) throws Exception {
        try (client) {
            client.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            return client.read().text();
        }
    }

    private String pairedToken(String origin) throws Exception {
        try (RawClient client = open(origin)) {
            client.send("{\"type\":\"auth\",\"mode\":\"pair\"}");
            assertThat(client.read().text()).contains("auth.pairing");
            await().until(() -> codes().size() == 1);
            client.send("{\"type\":\"auth.confirm\",\"code\":\"" + codes().get(0) + "\"}");
            Matcher token = Pattern.compile("ext-tok-[A-Za-z0-9_-]{43}")
                    .matcher(client.read().text());
            assertThat(token.find()).isTrue();
            return token.group();
        }
    }

    private CompletionStage<String> userTypesTheCode(String prompt) {
        int asked = questions.incrementAndGet();
        await().until(() -> codes().size() == asked);
        String code = codes().get(asked - 1);
        return CompletableFuture.completedFuture(code.substring(0, 3) + " " + code.substring(3));
    }

    private List<String> codes() {
        return host.timeline().stream()
                .filter(entry -> entry.level() == TimelineEntry.Level.PAIRING)
                .map(entry -> CODE.matcher(entry.text()))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .toList();
    }

    private int status(String origin) throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            return RawClient.status(client.request(RawClient.handshake(transport.port(), "Origin: " + origin)));
        }
    }

    private String answer(String origin, String message) throws Exception {
        try (RawClient client = open(origin)) {
            client.send(message);
            return client.read().text();
        }
    }

    private RawClient open(String origin) throws Exception {
        RawClient client = RawClient.dial("127.0.0.1", transport.port());
        String answer = client.request(RawClient.handshake(transport.port(), "Origin: " + origin));
        assertThat(RawClient.status(answer)).isEqualTo(101);
        return client;
    }

    /** Any other program may have the port for the moment. */
    private void listenAgain(int port) {
        await().ignoreExceptionsInstanceOf(PortTaken.class).until(() -> {
            transport = WebSocketTransport.attach(
                    gateway, WebSocketSettings.standard().withPort(port));
            return true;
        });
    }

    private static Provider clock() {
        return Provider.named("clock")
                .onError(fault -> {})
                .tool("time", "Tells the time", Schema.object(), call -> "noon")
                .build();
    }

    private static <T> T within10Seconds(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
