package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in {@code examples/browser} does in a real browser, with the packaged app, what it promises to those who
 * copy it.
 */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class BrowserExampleIT {
    private static final String STATE = "#state";
    private static final String[] TOOLS = {"list_web-page_instances", "page_highlight", "page_title"};
    private static final Duration PROMPTLY = Duration.ofSeconds(40);

    @TempDir
    private static Path directory;

    @AutoClose
    private static Browser browser;

    private static int homes;

    @AutoClose
    private final WebSite site = WebSite.of(directory.resolve("site"));

    @AutoClose
    private PackagedApp app;

    private Path home;

    @BeforeAll
    static void startBrowser() throws IOException {
        WebSite.copyExample(directory.resolve("site"));
        browser = Browser.start(directory.resolve("browser"));
    }

    /** An app for each test, because it counts how often somebody asks; and a site, which is an origin. */
    @BeforeEach
    void openPage() throws Exception {
        home = directory.resolve("app-" + homes++);
        app = PackagedApp.start(home);
        browser.open(page("localhost"));
    }

    @Test
    void D048_a_page_whose_user_types_the_code_lends_its_tools() {
        browser.awaitText(STATE, "not connected");

        pair();

        app.awaitTools(TOOLS);
        JsonValue title = app.call("page_title", Map.of()).join();
        assertThat(title.get("data").orElseThrow().get("title")).contains(JsonValue.of("The Moon"));
        JsonValue marked =
                app.call("page_highlight", Map.of("text", "the tides")).join();
        assertThat(marked.get("data").orElseThrow().get("marked")).contains(JsonValue.of(2));
        assertThat(browser.run("CSS.highlights.get('agent').size")).isEqualTo(JsonValue.of(2));
    }

    @Test
    void what_goes_wrong_in_a_tool_is_told_as_far_as_it_is_anybodys_business() {
        pair();

        JsonValue missing =
                app.call("page_highlight", Map.of("text", "the Sun")).join();
        JsonValue without = app.call("page_highlight", Map.of()).join();

        assertThat(missing.get("errorCode")).contains(JsonValue.of("NOT_FOUND"));
        assertThat(without.get("errorCode")).contains(JsonValue.of("INVALID_ARGUMENTS"));
        assertThat(without.get("error").orElseThrow().asString()).endsWith("/text is missing");
    }

    @Test
    void D080_a_reloaded_page_is_the_same_provider_and_needs_no_code() {
        pair();
        List<String> before = app.providerIds();

        browser.reload();

        browser.awaitText(STATE, "Connected");
        app.awaitTools(TOOLS);
        assertThat(app.providerIds()).isEqualTo(before).hasSize(1);
        assertThat(app.pairingCodes()).hasSize(1);
        assertThat(app.call("page_title", Map.of()).join().get("ok")).contains(JsonValue.TRUE);
    }

    @Test
    void D125_a_second_tab_is_one_more_instance_and_needs_a_code_of_its_own() {
        pair();
        String first = instances().get(0);

        browser.openAnother(page("localhost"));

        browser.awaitText(STATE, "not connected");
        pair();
        await("the second tab")
                .atMost(RunningProgram.PATIENCE)
                .until(() -> instances().size() == 2);
        browser.run("document.title = 'Another tab'");
        assertThat(title(first)).isEqualTo("The Moon");
        assertThat(instances().stream().map(this::title)).contains("Another tab");
        assertThat(app.pairingCodes()).hasSize(2);
        browser.closeThis();
        await("the end of the second tab")
                .atMost(RunningProgram.PATIENCE)
                .until(() -> instances().equals(List.of(first)));
    }

    @Test
    void D051_after_a_wrong_code_the_user_can_ask_for_another_one() {
        String code = askForCode();
        browser.enter("#code", code.equals("000000") ? "000001" : "000000");
        browser.awaitText(STATE, "wrong");

        pair();

        app.awaitTools(TOOLS);
        assertThat(app.pairingCodes()).hasSize(2);
    }

    @Test
    void D057_with_another_gateway_the_page_forgets_its_token_and_asks_the_user() throws Exception {
        pair();
        app.kill();
        browser.awaitText(STATE, "trying again");

        app = PackagedApp.start(home, "--port", String.valueOf(app.url().getPort()));

        browser.awaitText(STATE, "pair again");
        assertThat(browser.run("sessionStorage.length + localStorage.length")).isEqualTo(JsonValue.of(0));
        assertThat(app.pairingCodes()).as("codes that nobody asked for").isEmpty();
        pair();
        app.awaitTools(TOOLS);
    }

    @Test
    void D055_when_its_session_ends_the_page_says_so_at_once() {
        pair();

        app.endSession();

        browser.awaitText(STATE, "The session has ended");
        await("the end of the session")
                .atMost(PROMPTLY)
                .untilAsserted(() -> assertThat(app.sessions()).isEmpty());
    }

    @Test
    void D219_a_gateway_that_is_stopped_need_not_wait_for_the_page() throws Exception {
        pair();

        app.stop(PROMPTLY);

        browser.awaitText(STATE, "The session has ended");
    }

    @Test
    void a_page_that_the_user_disconnects_is_gone_for_good() {
        pair();
        app.awaitTools(TOOLS);

        browser.click("#leave");

        app.awaitTools();
        assertThat(app.providerIds()).isEmpty();
        browser.reload();
        browser.awaitText(STATE, "not connected");
    }

    @Test
    void what_the_user_has_selected_enters_the_conversation_when_the_user_says_so() {
        pair();
        browser.run("getSelection().selectAllChildren(document.querySelector('h1'))");

        browser.click("#tell");

        browser.awaitText(STATE, "has been told");
        app.awaitTimeline("The user points at this: The Moon");
    }

    @Test
    void D053_a_public_page_gets_a_code_only_while_the_user_has_opened_a_window() {
        browser.open(page("moon.example"));
        browser.click("#pair");
        browser.awaitText(STATE, "open a pairing window at the gateway");
        assertThat(app.pairingCodes()).isEmpty();

        app.openPairingWindow();

        pair();
        app.awaitTools(TOOLS);
        assertThat(app.timeline()).anyMatch(line -> line.contains(site.origin("moon.example")));
    }

    private URI page(String host) {
        return site.page(host, "?port=" + app.url().getPort());
    }

    private List<String> instances() {
        JsonValue list = app.call("list_web-page_instances", Map.of()).join();
        return list.get("data").orElseThrow().get("instances").orElseThrow().elements().stream()
                .map(instance -> instance.get("id").orElseThrow().asString())
                .toList();
    }

    private String title(String instance) {
        JsonValue answer = app.call("page_title", Map.of("target", instance)).join();
        return answer.get("data").orElseThrow().get("title").orElseThrow().asString();
    }

    private void pair() {
        browser.enter("#code", askForCode());
        browser.awaitText(STATE, "Connected to");
    }

    private String askForCode() {
        int before = app.pairingCodes().size();
        browser.click("#pair");
        browser.awaitText(STATE, "Enter the pairing code");
        await("a new pairing code in the timeline")
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(app.pairingCodes()).hasSizeGreaterThan(before));
        List<String> codes = app.pairingCodes();
        return codes.get(codes.size() - 1);
    }
}
