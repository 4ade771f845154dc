package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.transport.ws.WebSocketProvider;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console in a real browser, with the packaged app. */
@Timeout(120)
class ConsoleIT {
    private static final String LINE = "#line";
    private static final String EVIL =
            "<img src=x onerror=\"window.harmed=1\"></script><script>window.harmed=1</script>";

    @TempDir
    private static Path directory;

    private static @Nullable Browser sharedBrowser;
    private static @Nullable PackagedApp sharedApp;

    private final Deque<BoundProvider> providers = new ArrayDeque<>();
    private Browser browser;
    private PackagedApp app;

    /** One app and one browser, signed in by the link that the command prints, because starting them takes seconds. */
    @BeforeEach
    void signIn() throws Exception {
        // Not before all tests: then their being skipped would not be reported.
        if (sharedBrowser == null) {
            sharedBrowser = Browser.start(directory.resolve("browser"));
            sharedApp = PackagedApp.start(directory.resolve("app"));
            sharedBrowser.open(sharedApp.consoleLink());
            sharedBrowser.awaitText(LINE, "Live");
        }
        browser = sharedBrowser;
        app = sharedApp;
        browser.resize(1280, 820);
    }

    @AfterEach
    void leave() {
        providers.forEach(BoundProvider::close);
        app.awaitTools();
    }

    @AfterAll
    static void stop() {
        if (sharedApp != null) {
            sharedApp.close();
        }
        if (sharedBrowser != null) {
            sharedBrowser.close();
        }
    }

    @Test
    void the_printed_link_signs_in_and_leaves_no_secret_where_others_look() {
        assertThat(browser.run("location.href").asString())
                .isEqualTo(app.controlUrl().toString());
        assertThat(browser.run("document.cookie + localStorage.length + sessionStorage.length"))
                .isEqualTo(JsonValue.of("00"));
        assertThat(browser.run("fetch('/api/health').then((response) => response.status)"))
                .isEqualTo(JsonValue.of(401));

        browser.reload();

        browser.awaitText(LINE, "Live");
    }

    @Test
    void a_provider_appears_by_itself_and_its_tool_is_called_from_a_form() {
        show("tools");
        browser.awaitText("main", "No tools");

        connect(Provider.named("greeter")
                .tool(
                        "greet",
                        "Greets somebody.",
                        Schema.object()
                                .required("name", Schema.string().describedAs("who is greeted"))
                                .optional("times", Schema.integer())
                                .optional("loud", Schema.bool()),
                        call -> call.arg("loud").isPresent()
                                ? "HELLO " + call.stringArg("name")
                                : failing(call.stringArg("name"))));

        browser.awaitText(".panel h2", "greet");
        browser.awaitText(".note", "who is greeted");
        browser.type("[data-field=name]", "Ada");
        browser.click("form.call button.primary");
        browser.awaitText(".result", "Ada is asleep");
        browser.choose("[data-field=loud]", "0");
        browser.click("form.call button.primary");
        browser.awaitText(".result .data", "HELLO Ada");

        show("providers");
        browser.awaitText("main", "greeter");
    }

    @Test
    void D016_when_the_app_has_been_restarted_the_page_is_there_again_without_a_link() throws Exception {
        show("timeline");
        browser.awaitText(LINE, "Live");
        List<String> ports = List.of(
                "--port",
                String.valueOf(app.url().getPort()),
                "--control-port",
                String.valueOf(app.controlUrl().getPort()));
        app.kill();
        browser.awaitText(LINE, "Connection lost");

        sharedApp = PackagedApp.start(directory.resolve("app"), ports.toArray(String[]::new));
        app = sharedApp;

        browser.awaitText(LINE, "Live");
        connect(Provider.named("newcomer").onBound(provider -> provider.push(PushLevel.SURFACE, "I am new here")));
        browser.awaitText(".rows", "I am new here");
    }

    @Test
    void ten_thousand_lines_cost_no_more_elements_than_can_be_seen() {
        show("timeline");
        browser.awaitText(LINE, "Live");

        browser.run(
                "import('/timelines.js').then((it) => { for (let i = 1; i <= 10000; i++) {"
                        + " it.append('main', { seq: 1e6 + i, ts: new Date(), level: 'info', source: 'test', text: `line ${i}` }); } })");

        browser.awaitText(".filters", "lines");
        browser.awaitText(".rows", "line 10000");
        assertThat(browser.run("document.querySelectorAll('*').length")
                        .asWholeNumber()
                        .orElseThrow())
                .isLessThan(600);
        browser.run("document.querySelector('.windowed').scrollTop = 150000");
        browser.awaitText(".rows", "line 50");
        assertThat(browser.run("document.querySelectorAll('.tl-row').length")
                        .asWholeNumber()
                        .orElseThrow())
                .isBetween(10L, 80L);
        browser.reload();
    }

    @Test
    void T29_what_a_hostile_provider_says_is_shown_as_text() {
        connect(Provider.named("hostile")
                .tool(
                        "evil",
                        EVIL,
                        Schema.object().optional("x", Schema.string().describedAs(EVIL)),
                        call -> EVIL)
                .onBound(provider -> provider.push(PushLevel.SURFACE, EVIL)));

        show("tools");
        browser.awaitText(".panel .prose", "onerror");
        browser.click("form.call button.primary");
        browser.awaitText(".result .data", "</script><script>");
        show("timeline");
        browser.awaitText(".rows", "onerror");

        assertThat(browser.run("[window.harmed ?? null, document.querySelectorAll('main img, main script').length]"))
                .isEqualTo(JsonValue.of(List.of(JsonValue.NULL, JsonValue.of(0))));
    }

    @Test
    void no_view_is_wider_than_a_phone() {
        connect(Provider.named("wide")
                .tool(
                        "w".repeat(60),
                        "d".repeat(400),
                        Schema.object().optional("p".repeat(60), Schema.string()),
                        call -> "")
                .onBound(provider -> provider.push(PushLevel.SURFACE, "t".repeat(400))));
        browser.resize(360, 740);

        for (JsonValue link : browser.run("[...document.querySelectorAll('nav a')].map((a) => a.hash)")
                .elements()) {
            browser.run("location.hash = args[0]", link.asString());
            browser.awaitText("h1", "");
            assertThat(browser.run("[document.documentElement.scrollWidth, document.querySelector('main').scrollWidth"
                            + " - document.querySelector('main').clientWidth]"))
                    .as(link.asString())
                    .isEqualTo(JsonValue.of(List.of(360, 0)));
        }
    }

    private static Object failing(String name) {
        throw new ToolFailure(ToolErrorCode.NOT_FOUND, name + " is asleep");
    }

    private void show(String view) {
        browser.run("location.hash = args[0]", "#/" + view);
    }

    /** A provider that the user has started, and so may do what those of a project may. */
    private void connect(ProviderBuilder description) {
        Provider provider = description.build();
        String token = app.spawnToken(provider.identity().name().value());
        BoundProvider bound = WebSocketProvider.connect(app.url(), Credentials.token(token), provider);
        providers.push(bound);
        var unused = bound.whenBound().toCompletableFuture().join();
    }
}
