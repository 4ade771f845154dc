package io.tapgateway.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.cli.CommandLineTool;
import io.tapgateway.app.cli.command.CommandParser;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.extension.ExtCommand;
import io.tapgateway.app.extension.LiveExtensions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.user.Note;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person at the prompt of a gateway in this process, with extensions that are real programs. */
@Timeout(120)
class SlashCommandsTest {
    /** Matches on the text of what it is told, as scripts without a JSON library do. */
    private static final String SHELL = """
            #!/bin/sh
            echo '{"type":"hello","name":"shell"}'
            echo '{"type":"subscribe","intercept":["tool_call"]}'
            echo '{"type":"register_command","name":"greet","description":"says hello"}'
            echo '{"type":"register_command","name":"begin","description":"begins a line"}'
            echo '{"type":"register_command","name":"fail"}'
            echo '{"type":"register_tool","name":"environment","description":"Names what it finds"}'
            echo '{"type":"ready"}'
            echo "began" >&2
            while read -r line; do
              id=${line#*'"id":"'}
              id=${id%%'"'*}
              case $line in
                '{"type":"command_invoked","id":"'*'","name":"greet","args":"'*)
                  args=${line#*'"args":"'}
                  echo '{"type":"command_response","id":"'"$id"'","action":"display","display":"Hello, '"${args%'"}'}"'"}' ;;
                *'"name":"begin"'*)
                  echo '{"type":"command_response","id":"'"$id"'","action":"insert","insert":"say "}' ;;
                *'"name":"fail"'*)
                  echo '{"type":"command_response","id":"'"$id"'","error":"no luck"}' ;;
                '{"type":"tool_call"'*)
                  names=$(env | sed -n 's/^\\([A-Z_]*\\)=.*/\\1/p' | sort | tr '\\n' ' ')
                  echo '{"type":"tool_result","id":"'"$id"'","content":[{"type":"text","text":"'"$names"'"}]}' ;;
                '{"type":"event_intercept"'*'"tool_name":"danger"'*)
                  echo '{"type":"event_intercept_response","id":"'"$id"'","block":true,"reason":"too dangerous"}' ;;
                '{"type":"event_intercept"'*)
                  echo '{"type":"event_intercept_response","id":"'"$id"'"}' ;;
                '{"type":"shutdown"}')
                  exit 0 ;;
              esac
            done
            """;

    /** The quick start of zot's own description, word for word. */
    private static final String QUICK_START = """
            #!/usr/bin/env python3
            # $ZOT_HOME/extensions/hello-py/hello.py
            import json, sys, threading
            def emit(obj):
                sys.stdout.write(json.dumps(obj) + "\\n")
                sys.stdout.flush()
            emit({"type":"hello","name":"hello-py","version":"1.0.0","capabilities":["commands"]})
            emit({"type":"register_command","name":"hellopy","description":"say hi (python)"})
            for line in sys.stdin:
                msg = json.loads(line)
                if msg["type"] == "command_invoked":
                    emit({"type":"command_response","id":msg["id"],"action":"prompt",
                          "prompt": "Greet me very briefly. Add one emoji."})
                elif msg["type"] == "shutdown":
                    emit({"type":"shutdown_ack"})
                    break
            """;

    private final StringWriter screen = new StringWriter();
    private LiveExtensions extensions;
    private PromptVerbs verbs;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        extensions = new LiveExtensions(directory);
        verbs = new PromptVerbs(
                Output.onPrompt(new PrintWriter(screen, true), Paint.NONE),
                extensions.gateway().home(),
                "main",
                new PromptInbox(screen::append, wanted -> Optional.empty(), () -> ""),
                code -> false,
                extensions.gateway().extensions(),
                extensions.gateway().mcpServers(),
                id -> extensions
                        .gateway()
                        .sessions()
                        .find(id)
                        .map(it -> it.host().user()),
                extensions.gateway().workspaces()::checkpoints);
    }

    @AfterEach
    void stop() {
        extensions.close();
    }

    private HookDecision checked(String tool) throws Exception {
        return extensions
                .session()
                .gateway()
                .preToolUse(tool, JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .get();
    }

    @Test
    void Z040_Z083_a_shell_matches_on_what_it_is_told_and_its_commands_are_run_by_their_names() throws Exception {
        extensions.start(extensions.script("shell", SHELL));

        verbs.run(List.of("/"));
        verbs.run(List.of("/Greet", "Ada of London"));
        verbs.run(List.of("/fail"));
        verbs.run(List.of("/nobody"));

        assertThat(screen.toString()).contains("/greet", "says hello", "shell", "no command '/nobody'");
        assertThat(extensions.session().host().user().notes())
                .extracting(it -> it.note().text())
                .containsExactly("Hello, Ada of London", "no luck");
        assertThat(extensions.session().host().timelineAfter(0))
                .extracting(it -> it.entry().text())
                .contains("Hello, Ada of London", "no luck");
        assertThat(verbs.choices(List.of(), "/g")).extracting(Choice::word).containsExactly("/greet");
        assertThat(extensions.gateway().home().logs().resolve("ext-shell.log"))
                .content()
                .contains("began");
    }

    @Test
    void Z083_what_is_ours_is_listed_completed_and_run_as_a_command_of_the_prompt() {
        verbs.run(List.of("/"));
        verbs.run(List.of("/Answer", "7  to be or not"));
        verbs.run(List.of("/ext", "list"));

        assertThat(screen.toString())
                .contains("/approve", "/deny", "/answer", "/ext", "/reload-ext", "There is no question 7 any more.")
                .doesNotContain("no command");
        assertThat(verbs.choices(List.of(), "/a")).extracting(Choice::word).containsExactly("/answer", "/approve");
        assertThat(verbs.choices(List.of(), "/re")).extracting(Choice::word).containsExactly("/reload-ext");
        assertThat(SlashCommands.ours(List.of("/deny", "2 not now"))).contains(List.of("deny", "2", "not", "now"));
        assertThat(SlashCommands.ours(List.of("/reload-ext"))).contains(List.of("ext", "reload"));
        assertThat(SlashCommands.ours(List.of("/greet", "Ada"))).isEmpty();
    }

    @Test
    void U107_a_verb_of_the_shell_lists_what_a_person_can_run() throws Exception {
        var unused = extensions
                .session()
                .host()
                .user()
                .commands()
                .register(
                        new CommandOffer(new ProviderName("polite"), 1, "greet", "says \u001B[1mhello"),
                        args -> CompletableFuture.completedFuture(CommandOutcome.nothing()));

        assertThat(said("slash").lines())
                .anySatisfy(it -> assertThat(it).matches("/greet +says hello +polite *"))
                .anySatisfy(it -> assertThat(it).startsWith("/reload-ext "));

        JsonValue all = JsonValue.parse(said("slash", "--json")).get("commands").orElseThrow();
        assertThat(all.elements())
                .filteredOn(it -> it.get("name").map(JsonValue::asString).equals(Optional.of("greet")))
                .singleElement()
                .satisfies(it ->
                        assertThat(it.get("source").map(JsonValue::asString)).contains("polite"));
    }

    /** What a verb of the shell prints about this gateway. */
    private String said(String... line) {
        StringWriter out = new StringWriter();
        List<String> words = new ArrayList<>(List.of(line));
        words.addAll(List.of("--home", extensions.gateway().home().path().toString()));

        int exit = new CommandLineTool(new PrintWriter(out, true), new PrintWriter(screen, true)).execute(words);

        assertThat(exit).as(screen.toString()).isZero();
        return out.toString();
    }

    @Test
    void Z091_with_a_message_of_the_person_notes_have_been_read() {
        SessionUser user = extensions.session().host().user();
        user.note(new Note(SessionUser.GATEWAY, Note.Level.INFO, "mind the gap"));
        verbs.run(List.of("tools"));
        assertThat(user.notes()).hasSize(1);

        verbs.run(List.of("say", "go", "on"));

        assertThat(user.notes()).isEmpty();
    }

    @Test
    void Z088_what_a_command_inserts_after_nobody_waits_for_it_goes_into_the_line_or_becomes_a_note() {
        SessionUser user = extensions.session().host().user();
        CompletableFuture<CommandOutcome> late = new CompletableFuture<>();
        var unused = user.commands().register(new CommandOffer(new ProviderName("slow"), 1, "late", ""), args -> late);

        Thread.currentThread().interrupt();
        new SlashCommands(Output.onPrompt(new PrintWriter(screen, true), Paint.NONE), id -> Optional.of(user))
                .run("main", List.of("/late"));
        late.complete(new CommandOutcome(CommandOutcome.Action.INSERT, "say hello"));

        assertThat(screen.toString()).contains("Not waited for");
        assertThat(user.notes()).extracting(it -> it.note().text()).containsExactly("say hello");
    }

    @Test
    void Z107_what_is_installed_is_listed_whichever_session_is_meant() throws Exception {
        extensions.gateway().sessions().open(NewSession.of("other", "Another one", Optional.empty()));

        int exit = new CommandParser(
                        Output.onPrompt(new PrintWriter(screen, true), Paint.NONE), List.of(new PromptForeground()))
                .of(new ExtCommand())
                .execute("list", "--home", extensions.gateway().home().path().toString());

        assertThat(exit).isZero();
    }

    @Test
    void Z089_what_a_command_inserts_begins_the_next_line_once() throws Exception {
        extensions.start(extensions.script("shell", SHELL));

        verbs.run(List.of("/begin"));

        assertThat(verbs.begun()).isEqualTo("say ");
        assertThat(verbs.begun()).isEmpty();
    }

    @Test
    void Z018_Z020_it_finds_what_programs_need_and_nothing_of_the_gateways() throws Exception {
        extensions.start(extensions.script("shell", SHELL));
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.session().gateway().tool("environment").isPresent());

        ToolOutcome outcome = extensions
                .session()
                .gateway()
                .callTool("environment", JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .get();

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(
                                        Arrays.asList(success.data().asString().split(" ")))
                                .contains("PATH")
                                .allMatch(it -> it.matches(
                                        "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|JAVA_HOME|LC_.*|XDG_.*_HOME|ZOT_HOME"
                                                + "|TAPGATEWAY_PROGRAM|PWD|OLDPWD|SHLVL|_")));
    }

    @Test
    void Z022_Z086_only_a_person_stops_a_guard_and_until_then_it_is_asked() throws Exception {
        extensions.start(extensions.script("shell", SHELL));
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.gateway().extensions().all(LiveExtensions.MAIN).stream()
                        .anyMatch(it -> it.view().orElseThrow().guards()));
        assertThat(checked("danger"))
                .isInstanceOfSatisfying(
                        HookDecision.Deny.class,
                        deny -> assertThat(deny.reason()).contains("too dangerous"));
        assertThat(checked("harmless").allowed()).isTrue();

        verbs.run(List.of("ext", "stop", "nobody"));
        assertThat(checked("danger").allowed()).isFalse();
        verbs.run(List.of("ext", "stop", "shell"));

        await().atMost(LiveExtensions.PATIENCE)
                .untilAsserted(() -> assertThat(checked("danger").allowed()).isTrue());
        assertThat(screen.toString()).contains("No extension 'nobody' runs", "'shell' is stopped");
        assertThat(extensions.states()).containsExactly("ended");
    }

    @Test
    void Z087_the_quick_start_of_zot_runs_as_it_is() throws Exception {
        extensions.start(extensions.script("hello-py", Installed.PYTHON.path(), QUICK_START));

        verbs.run(List.of("/hellopy"));

        assertThat(screen.toString()).contains("The agent is told: Greet me very briefly. Add one emoji.");
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.session().host().injected().size() == 1);
        assertThat(extensions.session().host().injected().get(0).toString()).contains("Greet me very briefly.");
    }
}
