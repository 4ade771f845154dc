package io.tapgateway.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.extension.ExtensionScan;
import io.tapgateway.app.extension.ExtensionStatus;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.app.run.RunOptions;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.Choice;
import io.tapgateway.app.terminal.PromptInbox;
import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.ToolOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person at the prompt of a gateway in this process, with extensions that are real programs. */
@Timeout(120)
class SlashCommandsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SessionId MAIN = new SessionId("main");

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

    @TempDir
    private Path directory;

    private final StringWriter screen = new StringWriter();
    private GatewayProcess gateway;
    private PromptVerbs verbs;

    @BeforeEach
    void start() throws Exception {
        gateway = GatewayProcess.start(new RunOptions(
                new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")),
                new RunOptions.Ports(0, 0),
                List.of(NewSession.of("main", "PR #42", Optional.of(directory))),
                PairingPolicy.standard(),
                new RunOptions.Company(false, false, false),
                false));
        verbs = new PromptVerbs(
                Output.onPrompt(new PrintWriter(screen, true), Paint.NONE),
                gateway.home(),
                "main",
                new PromptInbox(screen::append, wanted -> Optional.empty()),
                code -> false,
                gateway.extensions());
    }

    @AfterEach
    void stop() {
        gateway.stop();
    }

    private Path written(String name, String script) throws IOException {
        Path made = Files.createDirectories(directory.resolve(name));
        Path program = Files.writeString(made.resolve("run"), script);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(made.resolve("extension.json"), "{\"name\":\"" + name + "\",\"exec\":\"./run\"}");
        return made;
    }

    private void started(Path... directories) {
        gateway.extensions().start(MAIN, ExtensionScan.ofDirectories(List.of(directories)), "");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(gateway.extensions().all(MAIN))
                        .extracting(ExtensionStatus::state)
                        .containsOnly("ready"));
    }

    private AppSessions.Open session() {
        return gateway.sessions().find("main").orElseThrow();
    }

    private HookDecision checked(String tool) throws Exception {
        return session()
                .gateway()
                .preToolUse(tool, JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .get();
    }

    @Test
    void Z040_Z083_a_shell_matches_on_what_it_is_told_and_its_commands_are_run_by_their_names() throws Exception {
        started(written("shell", SHELL));

        verbs.run(List.of("/"));
        verbs.run(List.of("/Greet", "Ada of London"));
        verbs.run(List.of("/fail"));
        verbs.run(List.of("/nobody"));

        assertThat(screen.toString())
                .contains("/greet", "says hello", "shell", "Hello, Ada of London", "no luck", "no command '/nobody'");
        assertThat(verbs.choices(List.of(), "/g")).extracting(Choice::word).containsExactly("/greet");
        assertThat(gateway.home().logs().resolve("ext-shell.log")).content().contains("began");
    }

    @Test
    void Z089_what_a_command_inserts_begins_the_next_line_once() throws Exception {
        started(written("shell", SHELL));

        verbs.run(List.of("/begin"));

        assertThat(verbs.begun()).isEqualTo("say ");
        assertThat(verbs.begun()).isEmpty();
    }

    @Test
    void Z018_it_finds_what_programs_need_and_nothing_of_the_gateways() throws Exception {
        started(written("shell", SHELL));
        await().atMost(PATIENCE)
                .until(() -> session().gateway().tool("environment").isPresent());

        ToolOutcome outcome = session()
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
        started(written("shell", SHELL));
        await().atMost(PATIENCE).until(() -> gateway.gateway().guards(MAIN).size() == 1);
        assertThat(checked("danger"))
                .isInstanceOfSatisfying(
                        HookDecision.Deny.class,
                        deny -> assertThat(deny.reason()).contains("Denied by shell: too dangerous"));
        assertThat(checked("harmless").allowed()).isTrue();

        verbs.run(List.of("ext", "stop", "nobody"));
        assertThat(checked("danger").allowed()).isFalse();
        verbs.run(List.of("ext", "stop", "shell"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(checked("danger").allowed()).isTrue());
        assertThat(screen.toString()).contains("No extension 'nobody' runs", "'shell' is stopped");
        assertThat(gateway.extensions().all(MAIN))
                .extracting(ExtensionStatus::state)
                .containsExactly("ended");
    }

    @Test
    void Z087_the_quick_start_of_zot_runs_as_it_is() throws Exception {
        Path made = written("hello-py", QUICK_START);
        String python = Installed.PYTHON.path();
        Files.writeString(
                made.resolve("extension.json"),
                "{\"name\":\"hello-py\",\"exec\":\"" + python + "\",\"args\":[\"run\"]}");
        started(made);

        verbs.run(List.of("/hellopy"));

        assertThat(screen.toString()).contains("The agent is told: Greet me very briefly. Add one emoji.");
        await().atMost(PATIENCE).until(() -> session().host().injected().size() == 1);
        assertThat(session().host().injected().get(0).toString()).contains("Greet me very briefly.");
    }
}
