package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.PackagedApp;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app starts programs of its user's choice with a token of their own. */
@Timeout(120)
class SpawnIT {
    private static final String TELL = "echo \"$TAP_GATEWAY_URL $TAP_PROVIDER_TOKEN $*\"; exit 7";
    private static final String STAY = "echo \"$TAP_PROVIDER_TOKEN\"; exec sleep 100";

    @TempDir
    private Path directory;

    @AutoClose
    private AppProcess app;

    private JsonValue listening;

    @BeforeEach
    void startApp() throws Exception {
        app = AppProcess.start(directory, "run", "--json", "--port", "0", "--control-port", "0");
        listening = app.json();
    }

    @Test
    void D041_a_program_gets_address_and_token_and_the_token_ends_with_it() throws Exception {
        AppProcess.Ended ended =
                AppProcess.run(directory, "spawn", "watcher", "--", "sh", "-c", TELL, "sh", "--home", "x y");

        assertThat(ended.err())
                .isEqualTo("tapgateway: The program of 'watcher' has ended, with exit code 7, and never joined"
                        + " session main.\n");
        assertThat(ended.code()).isEqualTo(7);
        String[] told = ended.out().strip().split(" ", 3);
        assertThat(told[0]).isEqualTo(listening.get("url").orElseThrow().asString());
        assertThat(told[1]).startsWith("ptk-");
        assertThat(told[2]).isEqualTo("--home x y");
        SocketWire.authenticated(listening, told[1])
                .receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                .closedWith(4401);
    }

    @Test
    void it_says_when_its_program_has_joined() throws Exception {
        List<String> command = new ArrayList<>(List.of("spawn", "greeter"));
        command.addAll(PackagedApp.javaCommand(PackagedApp.MODULE.resolveSibling("examples/java/target/lib")));
        command.add("io.tapgateway.examples.greeter.Greeter");
        try (AppProcess spawn = AppProcess.start(directory, command.toArray(String[]::new))) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> spawn.errors().contains("'greeter' has joined session main.\n"));
            spawn.signal("TERM");
            assertThat(spawn.end().err()).doesNotContain("never joined");
        }
    }

    @Test
    @ThoroughOnly("it waits until it may say so; a program that joins is in the quick build")
    void of_a_program_that_stays_and_does_not_join_it_says_what_is_missing() throws Exception {
        try (AppProcess spawn = AppProcess.start(directory, "spawn", "watcher", "sh", "-c", STAY)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> spawn.errors()
                            .startsWith("tapgateway: 'watcher' has not joined session main yet, 10 s after"));
            spawn.signal("TERM");
            assertThat(spawn.end().err()).contains("and never joined session main.");
        }
    }

    @Test
    void G005_what_was_guarded_stays_closed_when_the_gateway_is_killed_and_started_again() throws Exception {
        try (AppProcess spawn = AppProcess.start(directory, "spawn", "guard", "sh", "-c", STAY)) {
            SocketWire.authenticated(listening, spawn.line())
                    .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                    .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"guard\",\"session\":\"main\","
                            + "\"hooks\":{\"onPreToolUse\":[{\"action\":\"deny\",\"match\":{\"tool\":\"shell\"}}]}}")
                    .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}");
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(directory.resolve("home/guardians.json")));
            app.signal("KILL");
            app.end();
        }

        try (AppProcess next = AppProcess.start(directory, "run", "--json", "--port", "0", "--control-port", "0")) {
            next.json();
            assertThat(AppProcess.run(directory, "check", "read", "{}").out())
                    .contains("denied by guardians: The gateway was restarted, and 'guard' is not back yet.");
            next.signal("TERM");
            next.end();
        }

        assertThat(directory.resolve("home/guardians.json")).doesNotExist();
    }

    @Test
    void T07_the_token_is_on_no_command_line_and_in_no_other_environment() throws Exception {
        try (AppProcess spawn = AppProcess.start(directory, "spawn", "watcher", "sh", "-c", STAY)) {
            String token = spawn.line();

            try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
                assertThat(all.map(it -> it.info().commandLine().orElse(""))).noneMatch(line -> line.contains(token));
            }
            assertThat(environment(spawn.pid())).doesNotContain(token);
            assertThat(environment(app.pid())).doesNotContain(token);
        }
    }

    @Test
    void T07_T58_what_is_none_of_its_business_is_not_in_its_environment() throws Exception {
        Map<String, String> environment = Map.of(
                "TAPGATEWAY_API_KEY",
                "the-key-of-a-model",
                "TAP_PROVIDER_TOKEN",
                "the-token-of-another",
                "SOMEBODY_ELSES",
                "a-key-as-well",
                "OF_ITS_OWN",
                "x");
        try (AppProcess spawn =
                AppProcess.start(directory, environment, "spawn", "--pass", "OF_ITS_OWN", "watcher", "env")) {
            AppProcess.Ended ended = spawn.end();

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out())
                    .contains("TAP_PROVIDER_TOKEN=ptk-", "TAP_GATEWAY_URL=ws://", "OF_ITS_OWN=x", "PATH=")
                    .doesNotContain("TAPGATEWAY_API_KEY", "the-key-of-a-model", "the-token-of-another")
                    .doesNotContain("SOMEBODY_ELSES", "a-key-as-well")
                    .doesNotContain(content("owner.token"), content("provider.token"));
        }
    }

    @Test
    void D041_whoever_ends_the_starter_ends_the_program() throws Exception {
        try (AppProcess spawn = AppProcess.start(directory, "spawn", "watcher", "sh", "-c", STAY)) {
            spawn.line();
            ProcessHandle program = ProcessHandle.of(spawn.pid())
                    .flatMap(it -> it.children().findFirst())
                    .orElseThrow();

            spawn.signal("TERM");

            assertThat(spawn.end().code()).isEqualTo(128 + 15);
            await().atMost(Duration.ofSeconds(40)).until(() -> !program.isAlive());
        }
    }

    @Test
    void T58_a_variable_that_is_to_be_passed_must_be_there() throws Exception {
        AppProcess.Ended ended = AppProcess.run(directory, "spawn", "--pass", "NOT_SET_ANYWHERE", "watcher", "true");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).contains("no variable NOT_SET_ANYWHERE").hasLineCount(1);
    }

    @Test
    void what_cannot_be_started_is_named_in_one_sentence() throws Exception {
        AppProcess.Ended missing = AppProcess.run(directory, "spawn", "watcher", "no-such-program-anywhere");
        AppProcess.Ended reserved = AppProcess.run(directory, "spawn", "gateway", "true");

        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err())
                .contains("'no-such-program-anywhere' cannot be started")
                .hasLineCount(1);
        assertThat(reserved.code()).isEqualTo(1);
        assertThat(reserved.err()).contains("reserved").hasLineCount(1);
    }

    private String content(String file) throws Exception {
        return Files.readString(directory.resolve("home").resolve(file)).strip();
    }

    private static String environment(long pid) throws Exception {
        Path file = Path.of("/proc", Long.toString(pid), "environ");
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
