package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.app.run.ChatEndpoint;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What people come to the console for, done by somebody who has read nothing about it, and the same on the command line
 * where that has a way. The guide to the console lists both.
 */
@Timeout(180)
@Needs({Installed.CHROMIUM, Installed.CHROMEDRIVER, Installed.PYTHON})
class ConsoleTasksIT {
    private static final Pattern LINK =
            Pattern.compile("http://[a-z2-7]{16}\\.localhost:\\d+/sign-in\\?code=[\\w-]{43}");

    private static final String EXTENSION = """
            #!/bin/sh
            echo '{"type":"hello","name":"weather"}'
            echo '{"type":"register_command","name":"forecast","description":"Say how it will be tomorrow."}'
            echo '{"type":"ready"}'
            while read -r line; do
                case $line in
                *command_invoked*)
                    id=${line#*\\"id\\":\\"}
                    echo '{"type":"command_response","id":"'${id%%\\"*}'","action":"display","display":"Tomorrow: rain."}' ;;
                *shutdown*) exit ;;
                esac
            done
            """;

    @TempDir
    private static Path directory;

    @AutoClose
    private static Browser browser;

    @AutoClose
    private static ChatEndpoint model;

    private static AppOnTerminal app;
    private static ControlClient client;
    private static Newcomer newcomer;
    private static final List<BoundProvider> PROVIDERS = new ArrayList<>();

    /** One app, one browser and the providers of everyday, because starting them takes seconds. */
    @BeforeAll
    static void begin() throws Exception {
        model = ChatEndpoint.start();
        app = AppOnTerminal.start(
                directory,
                Map.of(),
                "run",
                "--port",
                "0",
                "--control-port",
                "0",
                "--model",
                "m",
                "--base-url",
                model.baseUrl(),
                "--ext",
                extension().toString());
        app.awaitScreen("main> ");
        client = ControlClient.find(new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")));
        connect(Provider.named("shop")
                .tool(
                        "deploy",
                        "Deploys a service.",
                        Schema.object().required("service", Schema.string()),
                        call -> deployed(call.stringArg("service")))
                .tool("report", "Takes its time.", Schema.object(), call -> later("a long report", 900))
                .tool("migrate", "Never ends by itself.", Schema.object(), ConsoleTasksIT::untilCancelled));
        connect(Provider.named("guardian")
                .ask(Match.tool("shell").args("git push"), "A push is seen by everybody.")
                .deny(Match.tool("drop_tables"), "Nobody drops tables.")
                .append("custom_instructions", "This repo uses pnpm, not npm.")
                .gate(Match.tool("restart"), check -> GateDecision.deny("Not in the daytime.")));
        connect(Provider.named("thermometer")
                .onBound(provider -> provider.push(PushLevel.SURFACE, "It is 31 degrees in the server room")));
        Matcher link = LINK.matcher(app.text());
        assertThat(link.find()).isTrue();
        browser = Browser.start(directory.resolve("browser"));
        browser.resize(1280, 820);
        browser.open(URI.create(link.group()));
        newcomer = new Newcomer(browser);
        newcomer.reads("Live");
        newcomer.press("Approvals");
        newcomer.reads("Type at the prompt of tapgateway run: confirm ");
        app.type(browser.run("document.body.innerText.match(/confirm \\d{3} \\d{3}/)[0]")
                        .asString() + "\r");
        newcomer.reads("This browser may say yes");
        newcomer.press("Close the approvals");
    }

    @AfterAll
    static void end() {
        PROVIDERS.forEach(BoundProvider::close);
        app.close();
    }

    @BeforeEach
    void goHome() {
        newcomer.follow("Overview");
    }

    private static Path extension() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        Path made = Files.createDirectories(directory.resolve("weather"));
        Path program = Files.writeString(made.resolve("run"), EXTENSION);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"weather\",\"exec\":\"./run\"}");
        return made;
    }

    private static BoundProvider connect(ProviderBuilder description) throws Exception {
        Provider provider = description.build();
        String name = provider.identity().name().value();
        JsonValue issued = client.post("api/sessions/main/spawn-tokens", out -> out.text("name", name));
        BoundProvider bound = WebSocketProvider.connect(
                URI.create(client.gateway().url()),
                Credentials.token(issued.get("token").orElseThrow().asString()),
                provider);
        PROVIDERS.add(bound);
        var unused = bound.whenBound().toCompletableFuture().get(30, TimeUnit.SECONDS);
        return bound;
    }

    private static String deployed(String service) {
        if (service.equals("warehouse")) {
            throw new ToolFailure(ToolErrorCode.INTERNAL, "The disk of the warehouse is full");
        }
        return service + " is up";
    }

    private static CompletionStage<Object> later(String answer, int millis) {
        return CompletableFuture.supplyAsync(
                () -> answer, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }

    private static CompletionStage<Object> untilCancelled(ToolInvocation call) {
        return call.cancelled().thenApply(ended -> "ended");
    }

    private static AppProcess.Ended tapgateway(String... words) throws Exception {
        return AppProcess.run(directory, words);
    }

    /** What a shell makes of a line that was shown or copied. */
    private static String typed(String line) throws Exception {
        String home = directory.resolve("home").toString();
        return new InstalledShell(directory, Map.of("TAPGATEWAY_HOME", home)).type(line);
    }

    private static void startRecording() throws Problem {
        var unused = client.post("api/recording", out -> out.flag("on", true));
    }

    private static void stopRecording() throws Problem {
        var unused = client.post("api/recording", out -> out.flag("on", false));
    }

    /** A use of a tool that the agent brings itself, whose answer waits for a person. */
    private static AppProcess push() throws Exception {
        return AppProcess.start(directory, "check", "shell", "command=git push");
    }

    /** The number under which the prompt asks that. What was answered before has a line with a number as well. */
    private static String numberOf(String question) {
        Pattern asked = Pattern.compile("\\[(\\d+)\\] (?!answered)[^\\[]*" + Pattern.quote(question));
        return await().atMost(RunningProgram.PATIENCE)
                .until(() -> asked.matcher(app.text()).results().reduce((one, next) -> next), Optional::isPresent)
                .orElseThrow()
                .group(1);
    }

    private static int callsSeen() {
        return browser.run("document.querySelectorAll('.trace').length")
                .asWholeNumber()
                .orElseThrow()
                .intValue();
    }

    @Test
    void finds_out_why_a_call_has_failed() throws Exception {
        assertThat(tapgateway("call", "deploy", "service=warehouse").code()).isEqualTo(1);

        newcomer.follow("Calls");
        newcomer.choose("Result", "Failed");
        newcomer.reads("The disk of the warehouse is full");
        newcomer.pressFirst("deploy shop");
        newcomer.reads("INTERNAL: The disk of the warehouse is full");

        assertThat(tapgateway("calls", "--failed").out()).contains("The disk of the warehouse is full");
    }

    @Test
    void replays_a_call() throws Exception {
        startRecording();
        assertThat(tapgateway("call", "deploy", "service=kiosk").out()).contains("kiosk is up");

        newcomer.follow("Calls");
        newcomer.fill("searchbox", "Tool or provider", "deploy");
        newcomer.pressFirst("deploy shop");
        newcomer.reads("service: \"kiosk\"");
        int before = callsSeen();
        newcomer.press("Replay");
        await().atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(callsSeen()).isEqualTo(before + 1));

        String name = JsonValue.parse(
                        tapgateway("calls", "--last", "1", "--json").out())
                .get("calls")
                .orElseThrow()
                .elements()
                .get(0)
                .get("callId")
                .orElseThrow()
                .asString();
        String again = tapgateway("calls", name)
                .out()
                .lines()
                .filter(it -> it.startsWith("again"))
                .findFirst()
                .orElseThrow();
        assertThat(typed(again.substring("again".length()).strip())).contains("kiosk is up");
    }

    @Test
    void changes_a_call_and_makes_it_again() throws Exception {
        startRecording();
        assertThat(tapgateway("call", "deploy", "service=cellar").out()).contains("cellar is up");

        newcomer.follow("Calls");
        newcomer.choose("Result", "Succeeded");
        newcomer.pressFirst("deploy shop");
        newcomer.press("Edit and replay");
        newcomer.fill("textbox", "service", "attic");
        newcomer.press("Call");
        newcomer.reads("attic is up");

        assertThat(tapgateway("call", "deploy", "service=attic").out()).contains("attic is up");
    }

    @Test
    void approves_a_push() throws Exception {
        try (AppProcess agent = push()) {
            newcomer.reads("May the agent of main use its own shell?");
            newcomer.reads("guardian project asks: A push is seen by everybody.");
            newcomer.press("Approve");
            assertThat(agent.end().code()).isZero();
        }

        app.type("\r");
        try (AppProcess agent = push()) {
            app.awaitScreen("May the agent of 'main' use its own 'shell'");
            app.type("approve\r");
            assertThat(agent.end().code()).isZero();
        }
    }

    @Test
    void denies_a_push_and_says_why() throws Exception {
        try (AppProcess agent = push()) {
            newcomer.reads("A push is seen by everybody.");
            newcomer.fill("textbox", "Why not, for the agent", "It is Friday");
            newcomer.press("Deny");
            assertThat(agent.end().out()).contains("It is Friday");
        }

        try (AppProcess agent = push()) {
            await().atMost(RunningProgram.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(tapgateway("approvals").out()).contains("git push"));
            String number = JsonValue.parse(tapgateway("approvals", "--json").out())
                    .get("questions")
                    .orElseThrow()
                    .elements()
                    .get(0)
                    .get("id")
                    .orElseThrow()
                    .json();
            assertThat(tapgateway("approvals", "--deny", number, "--reason", "Not now")
                            .code())
                    .isZero();
            assertThat(agent.end().out()).contains("Not now");
        }
    }

    @Test
    void finds_out_who_is_slow() throws Exception {
        assertThat(tapgateway("call", "deploy", "service=kiosk").code()).isZero();
        assertThat(tapgateway("call", "report").code()).isZero();
        assertThat(tapgateway("call", "deploy", "service=kiosk").code()).isZero();

        newcomer.follow("Calls");
        newcomer.choose("Result", "Succeeded");
        newcomer.choose("Order", "Slowest first");
        await().atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(browser.text(".trace")).contains("report shop"));
        newcomer.follow("Numbers");
        newcomer.reads("the slowest first");

        assertThat(tapgateway("calls", "--slowest", "--last", "1").out()).contains("report");
    }

    @Test
    void sees_whose_rule_or_gate_has_denied_and_how_often() throws Exception {
        assertThat(tapgateway("check", "drop_tables").code()).isEqualTo(1);
        assertThat(tapgateway("check", "restart").code()).isEqualTo(1);
        assertThat(tapgateway("check", "restart").code()).isEqualTo(1);

        newcomer.follow("Gates");
        newcomer.reads("guardian project has denied");
        newcomer.reads("deny tool drop_tables: Nobody drops tables. Matched 1 time,");
        newcomer.reads("gate tool restart");
        newcomer.reads("Matched 2 times,");

        String rules = tapgateway("rules").out();
        assertThat(rules).contains("HAS DENIED", "Nobody drops tables.", "tool=restart");
    }

    @Test
    void cancels_a_call_that_runs() throws Exception {
        try (AppProcess agent = AppProcess.start(directory, "call", "migrate")) {
            newcomer.follow("Calls");
            newcomer.pressFirst("migrate shop");
            newcomer.press("Cancel");
            assertThat(agent.end().err()).contains("CANCELLED");
        }

        try (AppProcess agent = AppProcess.start(directory, "call", "migrate")) {
            newcomer.choose("Result", "Not ended");
            newcomer.reads("migrate");
            assertThat(tapgateway("interrupt").code()).isZero();
            assertThat(agent.end().err()).contains("CANCELLED");
        }
    }

    @Test
    void answers_what_the_agent_asks() throws Exception {
        model.uses("ask_user", Map.of("question", "Which colour?", "choices", List.of("red", "blue")))
                .uses("ask_user", Map.of("question", "And why?"))
                .says("Painted.");
        app.type("say Paint it.\r");

        newcomer.reads("Which colour?");
        newcomer.press("blue");
        app.type("answer " + numberOf("And why?") + " It is calm.\r");

        app.awaitScreen("Painted.");
        assertThat(model.requests().get(1)).contains("\"blue\"");
        assertThat(model.requests().get(2)).contains("It is calm.");
    }

    @Test
    void sees_what_an_extension_offers_and_runs_it() throws Exception {
        newcomer.follow("Commands");
        newcomer.reads("Say how it will be tomorrow.");
        newcomer.fill("combobox", "Command", "/forecast");
        newcomer.press("Run");
        newcomer.reads("Tomorrow: rain.");

        app.type("/\r");
        app.awaitScreen("Say how it will be tomorrow.", "main> ");
        app.type("/forecast\r");
        app.awaitScreen("Tomorrow: rain.");
    }

    @Test
    void finds_an_event_of_one_provider_and_shares_the_address() throws Exception {
        newcomer.follow("Timeline");
        newcomer.choose("Source", "thermometer");
        newcomer.reads("It is 31 degrees in the server room");
        assertThat(browser.text(".rows")).doesNotContain("guardian");

        URI shared = URI.create(browser.run("location.href").asString());
        newcomer.follow("Limits");
        browser.openAnother(shared);
        newcomer.reads("It is 31 degrees in the server room");
        assertThat(browser.text(".rows")).doesNotContain("guardian");
        browser.closeThis();

        assertThat(tapgateway("tail", "--no-follow").out())
                .containsPattern("thermometer.*It is 31 degrees in the server room");
    }

    @Test
    void sees_who_has_come_and_gone() throws Exception {
        connect(Provider.named("visitor")).close();

        newcomer.follow("Timeline");
        newcomer.choose("Source", "visitor");
        newcomer.reads("has joined");
        newcomer.reads("has left");

        assertThat(tapgateway("tail", "--no-follow", "--last", "200").out())
                .containsSubsequence("visitor: has joined", "visitor: has left");
    }

    @Test
    void finds_the_last_entry_of_a_stream() throws Exception {
        newcomer.follow("Streams");
        newcomer.reads("thermometer");
        browser.clickWhenThere("[href*='thermometer'], [data-key*='thermometer'] button");
        newcomer.reads("It is 31 degrees in the server room");

        assertThat(tapgateway("streams").out()).contains("thermometer@thermometer");
        assertThat(tapgateway("tail", "--stream", "thermometer@thermometer", "--last", "1", "--no-follow")
                        .out())
                .contains("It is 31 degrees in the server room");
    }

    @Test
    void sees_what_the_agent_is_told() throws Exception {
        newcomer.follow("Prompt");
        newcomer.press("Assemble");
        newcomer.reads("This repo uses pnpm, not npm.");

        assertThat(tapgateway("prompt").out()).contains("This repo uses pnpm, not npm.");
    }

    @Test
    void records_a_call_and_copies_it_as_a_line_for_a_shell() throws Exception {
        Installed.CURL.path();
        stopRecording();
        newcomer.follow("Calls");
        newcomer.reads("Off: arguments and outcomes of calls are not kept.");
        newcomer.tick("Record what is said in calls");
        newcomer.reads("0 calls in memory");
        assertThat(tapgateway("call", "deploy", "service=it's a kiosk").code()).isZero();
        var unused = browser.command(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));

        newcomer.fill("searchbox", "Tool or provider", "deploy");
        newcomer.pressFirst("deploy shop");
        newcomer.press("Copy curl");
        newcomer.reads("Copied");
        assertThat(typed(copied())).contains("it's a kiosk is up");
        newcomer.press("Copy command");
        await().atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(copied()).startsWith("tapgateway call"));
        assertThat(typed(copied())).contains("it's a kiosk is up");
    }

    private static String copied() {
        return browser.run("navigator.clipboard.readText()").asString();
    }
}
