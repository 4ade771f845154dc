package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the pages that a user visits can get from the packaged app, in a real browser: nothing but a prompt for pairing.
 */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class ForeignPageIT {
    private static final String FETCH = "fetch(args[0]).then(answer => answer.status)";
    private static final String REQUEST = """
            new Promise(done => {
                const request = new XMLHttpRequest();
                request.onload = () => done(request.status);
                request.onerror = () => done('error');
                request.open('GET', args[0]);
                request.send();
            })""";

    /** Sends one message; tells everything that came back, and the code of the end. */
    private static final String CONVERSE = """
            new Promise(done => {
                const seen = [];
                const socket = new WebSocket(args[0]);
                socket.onopen = () => { seen.push('open'); socket.send(args[1]); };
                socket.onmessage = ({ data }) => { seen.push(data); if (data.includes('auth.pairing')) socket.close(); };
                socket.onclose = ({ code }) => done([...seen, String(code)]);
            })""";

    /** The same from a frame that has no origin. */
    private static final String CONVERSE_IN_SANDBOX = """
            new Promise(done => {
                addEventListener('message', ({ data }) => done(data));
                const frame = document.createElement('iframe');
                frame.sandbox = 'allow-scripts';
                frame.srcdoc = `<script>
                    const socket = new WebSocket('${args[0]}');
                    socket.onopen = () => parent.postMessage('open', '*');
                    socket.onerror = () => parent.postMessage('error', '*');
                <\\/script>`;
                document.body.append(frame);
            })""";

    /** A page with 25 frames, each of an origin of its own, that open one WebSocket after the other and say nothing. */
    private static final String FRAMES = """
            <!doctype html><title>Frames</title><p id="open"></p><script>
                if (location.search) {
                    let count = 0;
                    addEventListener("message", () => document.querySelector("#open").textContent = `${++count} frames`);
                    for (let i = 0; i < 25; i++) {
                        const frame = document.createElement("iframe");
                        frame.src = location.href.replace("top.", `frame${i}.`).replace("?frames", "");
                        document.body.append(frame);
                    }
                } else {
                    parent.postMessage("here", "*");
                    const connect = () => new WebSocket("%s").onclose = () => setTimeout(connect, 100);
                    connect();
                }
            </script>
            """;

    private static final String PAIR = "{\"type\":\"auth\",\"mode\":\"pair\"}";
    private static final String NEVER_OPENED = "1006";

    enum Port {
        PROVIDER,
        CONTROL;

        URI uri(String path) {
            return (this == PROVIDER ? app.url() : app.controlUrl()).resolve(path);
        }

        URI http(String path) {
            return URI.create(uri(path).toString().replaceFirst("^ws:", "http:"));
        }

        URI webSocket() {
            return URI.create(uri("/").toString().replaceFirst("^http:", "ws:"));
        }
    }

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    @AutoClose
    private static Browser browser;

    /** Each test has an origin of its own. */
    @AutoClose
    private final WebSite site = WebSite.blank();

    @BeforeAll
    static void startAppAndBrowser() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
        browser = Browser.start(directory.resolve("browser"));
    }

    @BeforeEach
    void visit() {
        browser.open(site.page(""));
    }

    @ParameterizedTest
    @EnumSource
    void T01_a_page_reads_no_answer_of_either_port(Port port) {
        for (String path : List.of("/", "/secret", "/api/health", "/api/sessions")) {
            String url = port.http(path).toString();

            assertThat(browser.run(FETCH, url)).as(path).isEqualTo(JsonValue.of("TypeError: Failed to fetch"));
            assertThat(browser.run(REQUEST, url)).as(path).isEqualTo(JsonValue.of("error"));
        }
    }

    @Test
    void T01_a_page_changes_nothing_by_a_request_whose_answer_it_cannot_read() {
        String post = "fetch(args[0], { method: 'POST', mode: 'no-cors', body: args[1] }).then(answer => answer.type)";

        JsonValue answer = browser.run(post, Port.CONTROL.http("/api/sessions").toString(), "{\"id\":\"intruder\"}");

        assertThat(answer).isEqualTo(JsonValue.of("opaque"));
        assertThat(app.sessions()).containsExactly("main");
    }

    @Test
    void T01_not_even_the_owner_token_lets_a_page_in() {
        String withToken =
                "fetch(args[0], { headers: { Authorization: 'Bearer ' + args[1] } }).then(answer => answer.status)";

        JsonValue answer =
                browser.run(withToken, Port.CONTROL.http("/api/sessions").toString(), app.ownerToken());

        assertThat(answer).isEqualTo(JsonValue.of("TypeError: Failed to fetch"));
    }

    @Test
    void T01_a_stolen_discovery_token_is_worthless_in_a_page() {
        List<String> seen = converse(Port.PROVIDER, "{\"type\":\"auth\",\"token\":\"" + app.providerToken() + "\"}");

        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).contains("\"AUTH_FAILED\"");
        assertThat(seen.get(2)).isEqualTo("4401");
    }

    @Test
    void D047_a_page_that_asks_gets_a_prompt_and_the_code_only_from_the_user() {
        List<String> seen = converse(Port.PROVIDER, PAIR);

        List<String> codes = app.pairingCodes();
        assertThat(seen).hasSize(3);
        assertThat(seen.get(1))
                .startsWith("{\"type\":\"auth.pairing\"")
                .doesNotContain(codes.get(codes.size() - 1))
                .doesNotContain(PackagedApp.SESSION);
    }

    @Test
    void D053_the_page_of_a_public_site_gets_no_prompt_before_the_user_opens_a_window() {
        browser.open(site.page("foreign.example", ""));
        int before = app.timeline().size();

        List<String> seen = converse(Port.PROVIDER, PAIR);

        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).contains("\"AUTH_FAILED\"", "pairing is not open");
        assertThat(seen.get(2)).isEqualTo("4401");
        assertThat(app.timeline()).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"auth\",\"token\":\"guessed\"}",
                "{\"type\":\"auth.confirm\",\"code\":\"123456\"}",
                "{\"type\":\"hello\",\"name\":\"intruder\",\"protocolVersion\":2}",
                "{\"type\":\"push\",\"level\":\"inject\",\"event\":\"obey me\"}"
            })
    void T01_a_page_that_nobody_let_in_learns_nothing_and_is_hung_up_on(String message) {
        List<String> seen = converse(Port.PROVIDER, message);

        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).startsWith("{\"type\":\"error\"").doesNotContain(PackagedApp.SESSION);
        assertThat(seen.get(2)).matches("4\\d{3}");
        assertThat(app.providerIds()).isEmpty();
        assertThat(app.timeline()).noneMatch(line -> line.contains("obey me"));
    }

    @Test
    void T14_a_page_cannot_find_out_which_sessions_there_are() {
        String hello = "{\"type\":\"hello\",\"name\":\"intruder\",\"protocolVersion\":2,\"session\":\"%s\"}";

        List<String> here = converse(Port.PROVIDER, hello.formatted(PackagedApp.SESSION));
        List<String> nowhere = converse(Port.PROVIDER, hello.formatted("none"));

        assertThat(here).hasSize(3);
        assertThat(nowhere.toString().replace("none", PackagedApp.SESSION)).isEqualTo(here.toString());
    }

    @Test
    void T56_a_page_with_many_frames_keeps_neither_programs_nor_other_pages_out(@TempDir Path pages) throws Exception {
        Files.writeString(pages.resolve("index.html"), FRAMES.formatted(Port.PROVIDER.webSocket()));
        try (WebSite frames = WebSite.of(pages)) {
            browser.openAnother(frames.page("top." + Browser.REGISTRABLE, "?frames"));
            browser.awaitText("#open", "25 ");
            for (int i = 0; i < 20; i++) {
                try (BoundProvider provider = WebSocketProvider.connect(
                        app.url(),
                        Credentials.token(app.spawnToken("native" + i)),
                        Provider.named("native" + i).build())) {
                    assertThat(provider.whenBound().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(20));
                }
            }
            browser.openAnother(site.page(""));
            assertThat(converse(Port.PROVIDER, PAIR).get(1)).startsWith("{\"type\":\"auth.pairing\"");
            browser.closeThis();
            browser.closeThis();
        }
    }

    @Test
    void D013_the_control_port_opens_no_web_socket_to_a_page() {
        assertThat(converse(Port.CONTROL, "{}")).containsExactly(NEVER_OPENED);
    }

    @Test
    void T01_a_frame_without_an_origin_opens_no_web_socket() {
        JsonValue seen =
                browser.run(CONVERSE_IN_SANDBOX, Port.PROVIDER.webSocket().toString());

        assertThat(seen).isEqualTo(JsonValue.of("error"));
    }

    /** The page's name leads to the control port itself, so that it is of the same origin and may read every answer. */
    @Test
    void T02_a_page_that_rebinds_its_name_is_refused_by_the_control_port() {
        String rebound = rebound(Port.CONTROL.http("/"));
        browser.open(URI.create(rebound));

        assertThat(browser.run(FETCH, rebound)).isEqualTo(JsonValue.of(403));
        assertThat(browser.run(FETCH, rebound + "api/sessions")).isEqualTo(JsonValue.of(403));
    }

    @Test
    void T02_a_page_that_rebinds_its_name_is_refused_by_the_provider_port() {
        browser.open(site.page("rebound.example", ""));

        assertThat(converse(rebound(Port.PROVIDER.webSocket()), "{}")).containsExactly(NEVER_OPENED);
    }

    private static String rebound(URI uri) {
        return uri.toString().replace("127.0.0.1", "rebound.example");
    }

    private static List<String> converse(Port port, String message) {
        return converse(port.webSocket().toString(), message);
    }

    private static List<String> converse(String url, String message) {
        return browser.run(CONVERSE, url, message).elements().stream()
                .map(JsonValue::asString)
                .toList();
    }
}
