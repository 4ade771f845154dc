package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The console in a real browser, with the packaged app. */
@Timeout(120)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER})
class ConsoleIT {
    private static final String LINE = "#line";
    private static final String EVIL =
            "<img src=x onerror=\"window.harmed=1\"></script><script>window.harmed=1</script>";

    /** With what people write in such texts. */
    private static final String REPORT = """
            # Report

            All **good**, see [here](javascript:alert(1)).

            - one
            - `two`

            | step | time |
            |---|---|
            | build | 3 s |
            """;

    @TempDir
    private static Path directory;

    @AutoClose
    private static Browser browser;

    @AutoClose
    private static PackagedApp app;

    private final Deque<BoundProvider> providers = new ArrayDeque<>();

    /** One app and one browser, signed in by the link that the command prints, because starting them takes seconds. */
    @BeforeAll
    static void signIn() throws Exception {
        browser = Browser.start(directory.resolve("browser"));
        app = PackagedApp.start(directory.resolve("app"));
        browser.open(app.consoleLink());
        browser.awaitText(LINE, "Live");
    }

    @BeforeEach
    void resize() {
        browser.resize(1280, 820);
    }

    @AfterEach
    void leave() {
        providers.forEach(BoundProvider::close);
        app.awaitTools();
    }

    @Test
    void the_printed_link_signs_in_and_leaves_no_secret_where_others_look() {
        assertThat(browser.run("location.href").asString())
                .matches("http://[a-z2-7]{16}\\.localhost:" + app.controlUrl().getPort() + "/#/\\?session=main");
        assertThat(browser.run("document.cookie + sessionStorage.length")).isEqualTo(JsonValue.of("0"));
        assertThat(browser.run("cookieStore.getAll().then((them) => them.length)"))
                .isEqualTo(JsonValue.of(0));
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
    void M031_a_picture_and_a_sound_that_a_tool_answers_with_are_there_and_can_be_kept() {
        byte[] pixel = Base64.getDecoder()
                .decode(
                        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
        connect(Provider.named("camera")
                .tool(Tool.of(
                                "look",
                                "Looks around.",
                                Schema.object(),
                                call -> ToolContent.of(
                                        ContentBlock.text("A dot."),
                                        ContentBlock.image("image/png", pixel),
                                        ContentBlock.audio("audio/wav", "RIFF".getBytes(StandardCharsets.US_ASCII))))
                        .titled("Look around")));
        show("tools/look");
        browser.awaitText(".panel h2", "Look around");

        browser.click("form.call button.primary");

        browser.awaitText(".result .outcome", "A dot.");
        assertThat(browser.run("document.querySelector('.result .part img').decode().then("
                        + "() => document.querySelector('.result .part img').naturalWidth)"))
                .isEqualTo(JsonValue.of(1));
        assertThat(browser.run(
                        "[...document.querySelectorAll('.result .part')].map((it) => it.querySelector('a').download)"))
                .isEqualTo(JsonValue.of(List.of("result.png", "result.wav")));
        assertThat(browser.run("document.querySelector('.result .part audio').src"))
                .isEqualTo(JsonValue.of("data:audio/wav;base64,UklGRg=="));
    }

    @Test
    void a_megabyte_of_values_is_a_tree_that_opens_where_one_looks_and_can_be_searched() {
        List<Map<String, ?>> builds = IntStream.range(0, 10_000)
                .<Map<String, ?>>mapToObj(
                        i -> Map.of("number", i, "steps", List.of("compile", "test " + i, "x".repeat(60))))
                .toList();
        connect(Provider.named("ci")
                .tool("builds", "Lists builds.", Schema.object(), call -> Map.of("builds", builds)));
        show("tools/builds");
        browser.awaitText(".panel h2", "builds");

        browser.click("form.call button.primary");

        browser.awaitText(".result .data", "[10000]");
        assertThat(count(".result .data *")).isLessThan(20);
        browser.click(".result .json-tree summary");
        browser.awaitText(".result .data", "Show more: 9,900 are left");
        assertThat(count(".result .data *")).isLessThan(1_000);
        browser.type(".result .json-search", "TEST 7777");
        browser.awaitText(".result .json-bar", "1 find");
        browser.awaitText(".result .json-tree", "builds[7777].steps[1]: \"test 7777\"");
    }

    @Test
    void equal_objects_are_a_table_and_marks_of_a_text_are_understood_but_for_links() {
        connect(Provider.named("ci")
                .tool(
                        "runs",
                        "Lists runs.",
                        Schema.object(),
                        call -> List.of(Map.of("branch", "main"), Map.of("branch", "<b>dev</b>")))
                .tool("report", "Reports.", Schema.object(), call -> REPORT));
        show("tools/runs");
        browser.awaitText(".panel h2", "runs");
        browser.click("form.call button.primary");
        browser.awaitText(".result .json-table thead", "branch");
        browser.awaitText(".result .json-table tbody", "<b>dev</b>");

        show("tools/report");
        browser.awaitText(".panel h2", "report");
        browser.click("form.call button.primary");

        browser.awaitText(".result .markdown .heading", "Report");
        browser.awaitText(".result .markdown strong", "good");
        browser.awaitText(".result .markdown code", "two");
        browser.awaitText(".result .markdown tbody", "3 s");
        assertThat(count(".result .markdown a")).isZero();
        browser.click(".result .data > button");
        browser.awaitText(".result .markdown pre", "# Report");
    }

    private static int count(String selector) {
        return browser.run("document.querySelectorAll('" + selector + "').length")
                .asWholeNumber()
                .orElseThrow()
                .intValue();
    }

    @Test
    void a_gate_is_tried_without_calling_anything() {
        connect(guardian());
        show("gates");
        browser.awaitText("main", "No question asked yet");
        browser.awaitText(".guards", "ci-guardian");
        browser.awaitText(".guards", "Has never matched.");

        browser.click("main button.primary");

        browser.awaitText(".result .status", "denied");
        browser.awaitText(".result .reason", "run 17 has failed");
        browser.awaitText(".guards", "has denied 1 time");
        browser.run("document.querySelector('#gate-args').value = args[0]", "{\"command\":\"ls\"}");
        browser.click("main button.primary");
        browser.awaitText(".result .status", "allowed");
        browser.awaitText(".result blockquote", "CI is red");
    }

    @Test
    void a_prompt_shows_who_has_had_a_hand_in_it() {
        connect(guardian());
        show("prompt");

        browser.click("main button.primary");

        browser.awaitText("[aria-label='Section custom_instructions']", "appended by ci-guardian");
        browser.awaitText("[aria-label='Section custom_instructions'] ins", "This repo uses pnpm");
        browser.awaitText("[aria-label='Section tone']", "as it was");
        browser.awaitText(".prompt-result", "CI of main is red");
    }

    @Test
    void a_call_is_looked_into_once_that_is_recorded_and_made_again() throws Exception {
        connect(guardian());
        connect(Provider.named("keeper").gate(Match.tool("deploy"), check -> GateDecision.context("It is Friday.")));
        show("calls");
        browser.awaitText(".recording", "Off: arguments and outcomes of calls are not kept.");
        browser.click("#recording");
        browser.awaitText(".recording", "0 calls in memory");
        show("tools/deploy");
        browser.awaitText(".panel h2", "deploy");
        browser.type("[data-field=service]", "shop");
        browser.click("form.call button.primary");
        browser.awaitText(".result .data", "shop is up");

        show("calls");
        browser.clickWhenThere(".trace[data-result=ok] button.trace-tool");
        browser.awaitText(".call-detail", "service: \"shop\"");
        browser.awaitText(".call-detail", "shop is up");
        browser.awaitText(".call-detail", "keeper let it pass, with a remark");
        browser.awaitText(".call-detail", "It is Friday.");
        assertThat(browser.run("[...document.querySelectorAll('.call-lines')].map((it) => it.textContent).join()")
                        .asString())
                .contains("step 1");
        browser.click(".call-detail .actions button:nth-of-type(4)");
        await().atMost(RunningProgram.PATIENCE)
                .untilAsserted(
                        () -> assertThat(browser.run("document.querySelectorAll('.trace[data-result=ok]').length"))
                                .isEqualTo(JsonValue.of(2)));

        browser.click(".call-detail .actions button:nth-of-type(5)");
        browser.awaitText(".panel h2", "deploy");
        assertThat(browser.run("document.querySelector('[data-field=service]').value"))
                .isEqualTo(JsonValue.of("shop"));
        show("calls");
        browser.click("#recording");
        browser.awaitText(".recording", "Off: ");
        browser.clickWhenThere(".trace[data-result=ok] button.trace-tool");
        browser.awaitText(".call-detail", "What is said in calls is not recorded.");
    }

    @Test
    void a_call_is_followed_and_leaves_a_trace_of_where_its_time_went() {
        connect(guardian());
        show("tools/deploy");
        browser.awaitText(".panel h2", "deploy");
        browser.type("[data-field=service]", "shop");

        browser.click("form.call button.primary");

        browser.awaitText(".progress", "step 1");
        browser.awaitText(".result .data", "shop is up");
        show("calls");
        browser.awaitText(".trace[data-result=ok]", "deploy");
        browser.awaitText(".trace[data-result=ok]", "ci-guardian");
        browser.awaitText(".waterfall", "ok");
        assertThat(
                        browser.run(
                                "[...document.querySelector('.trace').querySelectorAll('.bar')].map((it) => it.dataset.phase).at(-1)"))
                .isEqualTo(JsonValue.of("work"));
        show("limits");
        browser.awaitText("main", "calls total result ok");
        browser.awaitText("main", "queued-calls");
    }

    @Test
    void numbers_are_drawn_of_calls_and_of_what_streams_measure() {
        connect(guardian());
        connect(Provider.named("meter")
                .onBound(provider -> List.of(3, 5, 4)
                        .forEach(celsius -> provider.push(PushLevel.KEEP, "measured", Map.of("celsius", celsius)))));
        app.call("deploy", Map.of("service", "shop")).join();
        app.call("deploy", Map.of()).join();

        show("numbers");

        browser.awaitText("main", "Calls a minute");
        browser.awaitText("main", "How long calls take, p50 and p95");
        browser.awaitText("main", "Errors by code");
        browser.awaitText("main", "The newest calls, by the time since each began");
        browser.awaitText("main", "celsius");
        assertThat(browser.run(
                                "[...document.querySelectorAll('.chart svg')].map((it) => it.getAttribute('aria-label')).join()")
                        .asString())
                .contains("INVALID_ARGUMENTS 1 failed", "3 values from 3 to 5, the newest 4", "work ");
    }

    @Test
    void D048_a_page_is_let_in_with_the_code_that_the_console_shows(@TempDir Path pages) throws IOException {
        try (WebSite site = WebSite.of(WebSite.copyExample(pages.resolve("site")))) {
            show("pairing");
            browser.awaitText("main", "Nobody asks to be let in");
            browser.openAnother(site.page("localhost", "?port=" + app.url().getPort()));
            browser.click("#pair");
            browser.goTo(0);
            browser.awaitText(".origin", site.origin("localhost"));
            String code = browser.text(".code").replaceAll("\\D", "");
            browser.goTo(1);
            browser.awaitText("#state", "code");
            browser.enter("#code", code);
            browser.awaitText("#state", "Connected");
            browser.goTo(0);
            browser.awaitText("main", "Nobody asks to be let in");
            show("providers");
            browser.awaitText("main", "external");
            browser.clickWhenThere("nav a[href='#/pairing']");
            browser.clickWhenThere("main button.primary");
            browser.awaitText("main", "window open until");
            browser.goTo(1);
            browser.click("#leave");
            browser.closeThis();
        }
    }

    @Test
    void T53_when_the_app_has_been_restarted_the_page_says_that_it_needs_a_new_link() throws Exception {
        show("timeline");
        browser.awaitText(LINE, "Live");
        List<String> ports = List.of(
                "--port",
                String.valueOf(app.url().getPort()),
                "--control-port",
                String.valueOf(app.controlUrl().getPort()));
        app.kill();
        browser.awaitText(LINE, "Connection lost");

        app = PackagedApp.start(directory.resolve("app"), ports.toArray(String[]::new));

        browser.awaitText(".door", "tapgateway console");
        browser.open(app.consoleLink());
        browser.awaitText(LINE, "Live");
        show("timeline");
        connect(Provider.named("newcomer").onBound(provider -> provider.push(PushLevel.SURFACE, "I am new here")));
        browser.awaitText(".rows", "I am new here");
    }

    @Test
    void calls_and_providers_that_come_go_and_come_back_are_on_the_timeline_and_filters_in_the_address() {
        show("timeline");
        browser.awaitText(LINE, "Live");
        connect(guardian());
        browser.awaitText(".rows", "has joined");
        providers.pop().goodbye("for now");
        browser.awaitText(".rows", "has left");
        connect(guardian());
        browser.awaitText(".rows", "is back");
        CompletableFuture<JsonValue> deployed = app.call("deploy", Map.of("service", "shop"));
        browser.awaitText(".rows", "deploy: answered after");
        assertThat(deployed).succeedsWithin(RunningProgram.PATIENCE);
        app.check("shell", Map.of("command", "git push"));
        browser.awaitText(".tl-row[data-level=denial]", "denied 'shell': CI of main");
        connect(Provider.named("careful").ask(Match.tool("deploy"), "Now?"));
        app.check("deploy", Map.of("service", "shop"));
        browser.awaitText(".tl-row[data-level=question]", "'deploy' waits for somebody to approve it: careful: Now?");

        browser.click(".chip[data-level=provider]");
        browser.awaitText(".filters", " of ");
        browser.reload();
        browser.awaitText(LINE, "Live");
        browser.awaitText(".rows", "deploy: answered after");

        assertThat(browser.run("document.querySelector('.chip[data-level=provider]').getAttribute('aria-pressed')"))
                .isEqualTo(JsonValue.of("false"));
        assertThat(browser.run("location.hash").asString()).contains("hide=provider");
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
        browser.awaitText(LINE, "Live");
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

    /** Looks the same on every machine, up to its fonts. */
    @Test
    @EnabledIfSystemProperty(named = "tapgateway.screenshot", matches = ".+")
    void takes_the_picture_for_the_readme() throws Exception {
        connect(guardian());
        connect(Provider.named("log-watcher")
                .tool("recent_errors", "The latest errors of the test environment.", Schema.object(), call -> List.of())
                .onBound(provider -> provider.push(PushLevel.SURFACE, "3 new errors in checkout-service")));
        app.call("deploy", Map.of("service", "shop")).join();
        app.call("recent_errors", Map.of()).join();
        app.call("ci_status", Map.of("branch", "main")).join();
        var denied = app.check("shell", Map.of("command", "git push"));
        assertThat(denied.get("decision")).contains(JsonValue.of("deny"));
        browser.prefer("light");
        browser.resize(1200, 760);
        var running = app.call("deploy", Map.of("service", "checkout", "steps", 20));
        show("overview");
        browser.awaitText("main", "step 3");
        Files.write(Path.of(System.getProperty("tapgateway.screenshot")), browser.screenshot());
        running.join();
    }

    private static ProviderBuilder guardian() {
        return Provider.named("ci-guardian")
                .tool(
                        "ci_status",
                        "State of the last CI run of a branch.",
                        Schema.object().required("branch", Schema.string()),
                        call -> Map.of("branch", call.stringArg("branch"), "state", "failed", "run", 17))
                .tool(
                        "deploy",
                        "Deploys a service; takes a while.",
                        Schema.object().required("service", Schema.string()).optional("steps", Schema.integer()),
                        ConsoleIT::deploy)
                .gate(
                        Match.tool("shell"),
                        check -> check.args().json().contains("git push")
                                ? GateDecision.deny("CI of main: run 17 has failed. Push when it has passed.")
                                : GateDecision.context("CI is red."))
                .append("custom_instructions", "This repo uses pnpm, not npm.")
                .context("CI of main is red.")
                .onBound(provider -> provider.push(PushLevel.SURFACE, "CI of main: run 17 has failed"));
    }

    private static CompletionStage<Object> deploy(ToolInvocation call) {
        CompletableFuture<Object> done = new CompletableFuture<>();
        long steps = call.arg("steps").isPresent() ? call.longArg("steps") : 3;
        step(call, 1, steps, done);
        return done;
    }

    private static void step(ToolInvocation call, long step, long steps, CompletableFuture<Object> done) {
        call.progress("step " + step + " of " + steps);
        Runnable next = () -> {
            if (step == steps) {
                done.complete(call.stringArg("service") + " is up");
            } else {
                step(call, step + 1, steps, done);
            }
        };
        CompletableFuture.delayedExecutor(120, TimeUnit.MILLISECONDS, Runnable::run)
                .execute(next);
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
