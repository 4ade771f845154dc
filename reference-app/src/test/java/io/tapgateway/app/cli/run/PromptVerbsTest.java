package io.tapgateway.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.Absence;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.Asked;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of the prompt, with the gateway of this process. */
@Timeout(60)
class PromptVerbsTest {
    @TempDir
    private static Path directory;

    @AutoClose("stop")
    private static GatewayProcess gateway;

    private final StringWriter screen = new StringWriter();
    private final PromptInbox inbox = new PromptInbox(screen::append, wanted -> Optional.empty(), () -> "");
    private final PromptVerbs verbs = new PromptVerbs(
            Output.onPrompt(new PrintWriter(screen, true), Paint.NONE),
            gateway.home(),
            "main",
            inbox,
            code -> code.equals("482913"),
            gateway.extensions(),
            gateway.mcpServers(),
            id -> gateway.sessions().find(id).map(it -> it.host().user()),
            gateway.workspaces()::checkpoints);

    @BeforeAll
    static void start() throws Exception {
        gateway = GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                List.of(
                        NewSession.of("main", "PR #42", Optional.empty()),
                        NewSession.of("other", "Another one", Optional.empty())),
                PairingPolicy.standard(),
                Absence.DENY,
                new RunOptions.Company(true, false, false),
                false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "call demo_greet {\"name\":\"Ada\"}      | \"Hello, Ada!\"",
                "call demo_greet name=Ada                | \"Hello, Ada!\"",
                "call demo_greet name=5                  | \"Hello, 5!\"",
                "call demo_greet name=                   | \"Hello, !\"",
                "call demo_countdown seconds=99          | INVALID_ARGUMENTS: ",
                "call demo_countdown {                   | The arguments cannot be read: ",
                "call demo_countdown []                  | The arguments must be a JSON object, ",
                "call demo_countdown seconds             | The arguments must be a JSON object, ",
                "call demo_countdown seconds=1 x         | 'x' is no argument; write NAME=VALUE.",
                "call demo_countdown seconds=1 seconds=2 | The argument 'seconds' is there twice; leave one out.",
                "call demo_countdown {} {}               | The arguments are one JSON object, ",
                "call frob                               | Session 'main' has no tool of that name; 'tools' lists those it has.",
                "call                                    | Missing required parameter: 'TOOL'. See: call --help",
                "check shell {\"command\":\"push\"}      | allowed",
                "check shell command=x                   | allowed",
                "use nowhere                             | There is no session 'nowhere'; 'sessions' lists them.",
                "say                                     | Missing required parameter: 'TEXT'. See: say --help",
                "idle                                    | ",
                "interrupt                               | ",
                "confirm 482 913                         | The browser that shows this code may say yes now",
                "confirm 482914                          | No console shows this code now",
                "dance                                   | There is no command 'dance'. See: help",
                "tools --dance                           | There is no option '--dance'. See: tools --help",
                "prompt how are you                      | identity",
                "help                                    | Usage: COMMAND [ARGUMENTS]",
                "help call                               | Usage: call ",
                "call --help                             | Usage: call ",
            })
    void a_line_does_what_the_command_line_does(String line, String beginning) {
        verbs.run(List.of(line.split(" +")));

        assertThat(screen.toString()).startsWith(beginning == null ? "" : beginning);
        assertThat(screen.toString().isEmpty()).isEqualTo(beginning == null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sessions",
                "providers",
                "tools",
                "calls",
                "rules",
                "streams",
                "call demo_greet name=Ada",
                "call demo_greet",
                "check shell",
                "prompt",
                "pair --status",
                "console",
                "token",
                "token --show",
                "status",
                "doctor"
            })
    void a_program_gets_one_json_document(String line) throws Exception {
        verbs.run(List.of((line + " --json").split(" ")));

        String document = screen.toString().lines().findFirst().orElseThrow();
        assertThat(JsonValue.parse(document).kind()).isEqualTo(JsonKind.OBJECT);
    }

    @Test
    void a_program_gets_an_entry_per_line() throws Exception {
        verbs.run(List.of("tail", "--no-follow", "--json"));

        assertThat(screen.toString().lines()).isNotEmpty();
        for (String line : screen.toString().lines().toList()) {
            assertThat(JsonValue.parse(line).get("seq")).isPresent();
        }
    }

    @Test
    void a_person_goes_to_another_session_and_leaves_in_the_end() {
        verbs.run(List.of("tools"));
        verbs.run(List.of("use", "other"));

        assertThat(verbs.prompt()).isEqualTo("other");
        assertThat(gateway.sessions()
                        .foreground()
                        .orElseThrow()
                        .gateway()
                        .info()
                        .id())
                .hasToString("other");
        verbs.run(List.of("tools"));
        verbs.run(List.of("tools", "--session", "main", "--json"));
        assertThat(screen.toString().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("NAME"),
                        line -> assertThat(line).startsWith("demo_countdown"),
                        line -> assertThat(line).startsWith("demo_greet"),
                        line -> assertThat(line).startsWith("demo_roll_dice"),
                        line -> assertThat(line).isEqualTo("The session has no tools."),
                        line -> assertThat(line).startsWith("{\"tools\":[{\"name\":\"demo_countdown\""));
        assertThat(verbs.isOver()).isFalse();
        verbs.run(List.of("quit"));
        assertThat(verbs.isOver()).isTrue();
    }

    @Test
    void D233_an_interrupt_ends_the_call_that_runs_and_nothing_later() throws Exception {
        Thread typing = new Thread(() -> verbs.run(List.of("call", "demo_countdown", "seconds=30")), "typing");
        typing.start();
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> gateway.sessions().find("main").orElseThrow().host().timelineAfter(0).stream()
                        .anyMatch(line -> line.entry().text().contains("30 …")));

        verbs.interrupt();

        typing.join();
        assertThat(screen).hasToString("CANCELLED: cancelled by the host" + System.lineSeparator());
        verbs.interrupt();
        verbs.run(List.of("call", "demo_greet", "name=Ada"));
        assertThat(screen.toString()).endsWith("\"Hello, Ada!\"" + System.lineSeparator());
    }

    @Test
    void an_interrupt_ends_the_tail_which_shows_the_timeline_alone_meanwhile() throws Exception {
        Thread typing = new Thread(() -> verbs.run(List.of("tail")), "typing");
        typing.start();
        await().atMost(30, TimeUnit.SECONDS).until(() -> screen.toString().contains("The demo is here."));
        assertThat(verbs.shows("main")).isTrue();

        verbs.interrupt();

        typing.join();
        assertThat(verbs.shows("main")).isFalse();
        assertThat(screen.toString()).doesNotContain("The gateway has gone");
    }

    @Test
    void a_call_that_failed_is_found_with_its_reason_and_made_again() throws Exception {
        ControlClient client = ControlClient.find(gateway.home());
        var unused = client.post("api/recording", out -> out.flag("on", true));
        verbs.run(List.of("call", "demo_greet", "name=it's me"));
        verbs.run(List.of("call", "demo_countdown", "seconds=99"));
        String newest = names().get(names().size() - 1);
        clear();

        verbs.run(List.of("calls", "--failed", "--last", "1"));

        assertThat(screen.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("AT"),
                        line -> assertThat(line)
                                .contains(newest.substring(0, 13), "demo_countdown", "INVALID_ARGUMENTS", "/seconds"));
        clear();
        verbs.run(List.of("calls", newest));
        assertThat(screen.toString().lines())
                .contains("tool       demo_countdown", "arguments  {\"seconds\":99}")
                .anySatisfy(line -> assertThat(line).startsWith("outcome    ").contains("INVALID_ARGUMENTS"))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("again      ")
                        .endsWith(" call 'demo_countdown' '{\"seconds\":99}'"));
        clear();
        verbs.run(List.of("calls", "--last", "2"));
        assertThat(screen.toString()).contains("demo_greet", "demo_countdown");
        clear();
        verbs.run(List.of("calls", "nobody"));
        assertThat(screen.toString()).startsWith("No call whose name begins with 'nobody' has ended");
        clear();
        verbs.run(List.of("calls", "call-"));
        assertThat(screen.toString()).contains("calls have names that begin with 'call-'");
    }

    @Test
    void the_slowest_calls_come_first() throws Exception {
        verbs.run(List.of("call", "demo_countdown", "seconds=1"));
        verbs.run(List.of("call", "demo_greet", "name=Ada"));
        clear();

        verbs.run(List.of("calls", "--slowest", "--last", "1"));

        assertThat(screen.toString().lines().skip(1))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("demo_countdown", "tap-demo", "ok"));
    }

    @Test
    void M031_each_part_of_content_becomes_a_file_and_none_takes_the_place_of_another(@TempDir Path parts)
            throws Exception {
        BoundProvider artist = LocalProviderTransport.attach(
                gateway.gateway(),
                new SessionId("other"),
                Provider.named("artist")
                        .tool(
                                "draw",
                                "Draws",
                                Schema.object(),
                                call -> ToolContent.of(
                                        ContentBlock.text("Look:"), ContentBlock.image("image/png", new byte[] {1, 2})))
                        .build());
        verbs.run(List.of("use", "other"));
        clear();

        verbs.run(List.of("call", "draw", "--output", parts.toString()));

        assertThat(screen.toString().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("text, in " + parts.resolve("1.txt")),
                        line -> assertThat(line).contains("image/png").endsWith(", in " + parts.resolve("2.png")));
        assertThat(parts.resolve("1.txt")).hasContent("Look:");
        assertThat(parts.resolve("2.png")).hasBinaryContent(new byte[] {1, 2});
        clear();
        verbs.run(List.of("call", "draw", "--output", parts.toString()));
        assertThat(screen.toString()).contains("\"image/png\"", "1.txt is there already");
        clear();
        verbs.run(List.of("call", "draw", "--output", parts.resolve("one.png").toString()));
        assertThat(screen.toString()).contains("2 parts; name a directory that is there with --output");
        artist.close();
        await().until(() -> tools("other").elements().isEmpty());
        verbs.run(List.of("use", "main"));
        clear();
        verbs.run(List.of("call", "demo_greet", "name=Ada", "--output", parts.toString()));
        assertThat(screen.toString()).contains("\"Hello, Ada!\"", "so nothing is written");
    }

    private JsonValue tools(String session) throws Exception {
        return ControlClient.find(gateway.home())
                .get("api/sessions/" + session + "/tools")
                .get("tools")
                .orElseThrow();
    }

    @Test
    void whose_rules_are_in_force_is_a_list() {
        verbs.run(List.of("use", "other"));
        clear();
        verbs.run(List.of("rules"));
        assertThat(screen.toString()).startsWith("No rule is in force");
        LocalProviderTransport.attach(
                gateway.gateway(),
                new SessionId("other"),
                Provider.named("guard")
                        .deny(Match.tool("shell").args("push"), "Not on a Friday")
                        .build());
        verbs.run(List.of("check", "shell", "command=push"));
        clear();

        verbs.run(List.of("rules"));

        assertThat(screen.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("PROVIDER"),
                        line -> assertThat(line)
                                .matches("guard +internal +1 +deny +tool=shell args=push +1 +\\d s ago +"
                                        + "Not on a Friday *"));
    }

    /** Where the questions of a session are open that nobody answers. */
    private record Elsewhere() implements Surface {
        @Override
        public String name() {
            return "elsewhere";
        }

        @Override
        public int mostCharacters() {
            return 1_000;
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }

    @Test
    void U105_what_waits_is_listed_and_one_of_it_shown_whole() {
        SessionUser user = gateway.sessions().find("other").orElseThrow().host().user();
        user.attach(new Elsewhere());
        Asked<Approval> asked = user.approve(new ApprovalRequest(
                        "edit",
                        new ProviderName("workspace"),
                        JsonValue.of(Map.of("path", "/code/a.txt")),
                        List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?")))
                .showing(Optional.of("-one\n+two\n")));
        Asked<UserAnswer> which =
                user.ask(new UserQuestion(new ProviderName("forge"), "Which one?", List.of("red", "blue"), true)
                        .withTitle("Paint"));
        verbs.run(List.of("use", "other"));
        clear();

        verbs.run(List.of("approvals"));
        assertThat(screen.toString()).contains("edit", "ci: Sure?", "asks: Which one? (Paint)");
        clear();
        verbs.run(List.of("approvals", asked.id().toString()));
        assertThat(screen.toString().lines())
                .containsExactly(
                        "tool        edit of workspace",
                        "arguments   {\"path\":\"/code/a.txt\"}",
                        "changes     -one",
                        "            +two",
                        "asks        ci (project): Sure?",
                        "session 1   'edit' below /code/",
                        "session 2   any use of 'edit'");
        clear();
        verbs.run(List.of("approvals", which.id().toString()));
        assertThat(screen.toString().lines())
                .containsExactly(
                        "asks        forge",
                        "title       Paint",
                        "text        Which one?",
                        "choice 1    red",
                        "choice 2    blue");
        inbox.sitAt(new SessionId("other"), user);
        verbs.run(List.of("approve", asked.id().toString(), "session", "2"));
        verbs.run(List.of("approvals", "--deny", which.id().toString(), "--reason", "later"));
        clear();

        verbs.run(List.of("approvals"));
        assertThat(screen.toString()).contains("any use of 'edit'").doesNotContain("Paint");
        verbs.run(List.of("approve", "1", "forever"));
        assertThat(screen.toString()).contains("A yes is for once, or for the 'session'; not for 'forever'.");
    }

    private List<String> names() throws Exception {
        clear();
        verbs.run(List.of("calls", "--last", "500", "--json"));
        return ApiText.list(JsonValue.parse(screen.toString().strip()), "calls").stream()
                .map(call -> ApiText.text(call, "callId"))
                .toList();
    }

    private void clear() {
        screen.getBuffer().setLength(0);
    }

    @Test
    void what_may_come_next_is_what_the_gateway_has() {
        assertThat(verbs.choices(List.of("call"), "demo_g"))
                .containsExactly(Choice.of("demo_greet", "Greets somebody by name."));
        assertThat(verbs.choices(List.of("call", "demo_greet"), ""))
                .containsExactly(new Choice("name=", "name", "string, who is greeted, required", false));
        assertThat(verbs.choices(List.of("use"), "o")).containsExactly(Choice.of("other", "Another one"));
        assertThat(verbs.choices(List.of("help"), "interr")).hasSize(1);
        assertThat(verbs.choices(List.of(), "xy")).isEmpty();
    }
}
