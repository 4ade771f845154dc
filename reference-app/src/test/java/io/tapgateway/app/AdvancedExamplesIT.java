package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of gates, filters and instances do with the packaged app what they promise to those who copy them. */
@Timeout(120)
class AdvancedExamplesIT {
    private static final Map<String, ?> PUSH = Map.of("command", "git push origin main");
    private static final Map<String, String> MAINS =
            Map.of("guardian", "guardian.GuardianMain", "log", "log.BuildLogMain", "notes", "notes.NotesMain");
    private static final String GUARDIAN = "ci-guardian";
    private static final Duration PROMPTLY = Duration.ofSeconds(40);

    enum Language {
        NODE {
            @Override
            List<String> command(String example, String... arguments) {
                List<String> command = new ArrayList<>(
                        Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/" + example + ".mjs")));
                command.addAll(List.of(arguments));
                return command;
            }
        },
        JAVA {
            @Override
            List<String> command(String example, String... arguments) {
                List<String> command =
                        new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
                command.add("io.tapgateway.examples." + MAINS.get(example));
                command.addAll(List.of(arguments));
                return command;
            }
        };

        abstract List<String> command(String example, String... arguments);
    }

    /** Where the languages differ in nothing but how they say it. */
    static List<Language> oneInQuickBuilds() {
        return Depth.current() == Depth.QUICK ? List.of(Language.NODE) : List.of(Language.values());
    }

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    @TempDir
    private Path own;

    private final List<RunningProgram> programs = new ArrayList<>();
    private Path ciState;
    private Path log;

    @BeforeAll
    static void startApp() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
    }

    /** A session for each test: streams and the rules of who was lost live as long as one. */
    @BeforeEach
    void chooseFiles() {
        ciState = own.resolve("ci.json");
        log = own.resolve("build.log");
    }

    @AfterEach
    void killProvidersAndRenewTheSession() {
        programs.forEach(RunningProgram::close);
        app.endSession();
        eventually(() -> assertThat(app.sessions()).isEmpty());
        app.openSession();
    }

    @ParameterizedTest
    @EnumSource
    void D160_the_guardian_lets_nobody_push_before_ci_has_passed_unless_a_person_agrees(Language language)
            throws Exception {
        ci("{\"branch\":\"main\",\"state\":\"failed\",\"run\":17}");
        guardian(language);

        assertDenied("CI of main: run 17 has failed. Push when it has passed.");
        assertThat(decision(Map.of("command", "git status"))).isEqualTo("allow");

        ci("{\"branch\":\"main\",\"state\":\"passed\",\"run\":18}");
        assertThat(decision(PUSH)).isEqualTo("allow");

        ci("{\"branch\":\"main\",\"state\":\"running\",\"run\":19}");
        assertThat(app.check("shell", PUSH).json()).contains("\"deny\"", "Nobody is there who could approve it.");
        app.awaitTimeline(
                "'shell' waits for somebody to approve it: ci-guardian: CI of main: run 19 is running. Push all the same?");

        Files.delete(ciState);
        assertDenied("CI: its state is unknown. Push when it has passed.");
    }

    @ParameterizedTest
    @EnumSource
    void U121_a_guardian_that_asks_has_a_person_decide_about_every_push_while_ci_has_not_passed(Language language)
            throws Exception {
        guardian(language, "--ask-me");

        for (String state : List.of("failed", "running")) {
            ci("{\"branch\":\"main\",\"state\":\"" + state + "\",\"run\":17}");
            assertThat(app.check("shell", PUSH).json()).contains("\"deny\"", "Nobody is there who could approve it.");
        }
        Files.delete(ciState);
        assertThat(app.check("shell", PUSH).json()).contains("\"deny\"", "Nobody is there who could approve it.");
        ci("{\"branch\":\"main\",\"state\":\"passed\",\"run\":18}");
        assertThat(decision(PUSH)).isEqualTo("allow");

        String asked = "'shell' waits for somebody to approve it: ci-guardian: CI";
        app.awaitTimeline(asked + " of main: run 17 has failed. Push all the same?");
        app.awaitTimeline(asked + " of main: run 17 is running. Push all the same?");
        app.awaitTimeline(asked + ": its state is unknown. Push all the same?");
    }

    @ParameterizedTest
    @MethodSource("oneInQuickBuilds")
    void D188_what_the_guardian_sees_is_in_the_prompt_and_in_a_stream(Language language) throws Exception {
        ci("{\"branch\":\"main\",\"state\":\"running\",\"run\":17}");
        guardian(language);
        assertThat(context()).isEqualTo("CI of main: run 17 is running");

        ci("{\"branch\":\"main\",\"state\":\"passed\",\"run\":17}");

        app.awaitTimeline("CI of main: run 17 has passed");
        eventually(() -> assertThat(context()).isEqualTo("CI of main: run 17 has passed"));
        assertThat(app.stream("ci@" + GUARDIAN)).containsExactly("CI of main: run 17 has passed");
        assertThat(app.call("ci_status", Map.of())
                        .join()
                        .get("data")
                        .orElseThrow()
                        .get("state"))
                .contains(JsonValue.of("passed"));
    }

    @Test
    void D160_the_command_line_says_who_denies_what_and_who_has_a_hand_in_the_prompt() throws Exception {
        ci("{\"branch\":\"main\",\"state\":\"failed\",\"run\":17}");
        guardian(Language.JAVA);

        RunningProgram denied = owner("check", "shell", "{\"command\":\"git push\"}");
        RunningProgram allowed = owner("check", "shell", "{\"command\":\"git status\"}");
        RunningProgram prompt = owner("prompt", "--section", "tone=Be brief.", "Hello");

        assertThat(denied.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(denied.printed())
                .isEqualTo("denied by ci-guardian: CI of main: run 17 has failed. Push when it has passed.\n");
        assertThat(allowed.awaitExit(PROMPTLY)).isZero();
        assertThat(allowed.printed()).isEqualTo("allowed\n");
        assertThat(prompt.awaitExit(PROMPTLY)).isZero();
        assertThat(prompt.printed()).isEqualTo("""
                        tone
                            Be brief.
                        context of ci-guardian (project)
                            CI of main: run 17 has failed
                        """);
    }

    @ParameterizedTest
    @MethodSource("oneInQuickBuilds")
    void D084_to_kill_the_guardian_opens_nothing(Language language) throws Exception {
        ci("{\"branch\":\"main\",\"state\":\"passed\",\"run\":17}");
        RunningProgram guardian = guardian(language);
        assertThat(decision(PUSH)).isEqualTo("allow");

        guardian.kill();

        app.awaitTools();
        assertThat(decision(PUSH)).isEqualTo("deny");
        assertThat(decision(Map.of("command", "git status"))).isEqualTo("allow");
    }

    @ParameterizedTest
    @MethodSource("oneInQuickBuilds")
    void a_guardian_that_is_stopped_leaves_no_rule_behind(Language language) throws Exception {
        ci("{\"branch\":\"main\",\"state\":\"failed\",\"run\":17}");
        RunningProgram guardian = guardian(language);

        guardian.terminate().awaitExit(PROMPTLY);

        assertThat(decision(PUSH)).isEqualTo("allow");
    }

    @ParameterizedTest
    @EnumSource(names = "NODE")
    void D159_a_guardian_that_the_user_has_not_started_says_how_to(Language language) {
        RunningProgram guardian = start(app.environment(), language.command("guardian"));

        assertThat(guardian.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(guardian.printed()).contains("tapgateway spawn");
    }

    @ParameterizedTest
    @EnumSource
    void D202_a_filter_decides_what_becomes_of_each_line_of_a_log(Language language) throws Exception {
        log("ERROR of long ago");
        start(with("LOG_FILE", log), language.command("log"));
        app.awaitTools("log_ignore");

        log("DEBUG noise", "INFO compiling", "WARN deprecated", "ERROR Moon.java:3");

        eventually(() -> assertThat(app.stream("log@build-log"))
                .containsExactly("ERROR Moon.java:3", "WARN deprecated", "INFO compiling"));
        app.awaitTimeline("WARN deprecated");
        eventually(() -> assertThat(app.injected()).containsExactly("ERROR Moon.java:3"));
        assertThat(app.timeline()).noneMatch(line -> line.contains("INFO compiling"));
    }

    @ParameterizedTest
    @MethodSource("oneInQuickBuilds")
    void D202_the_agent_has_more_of_a_log_dropped(Language language) throws Exception {
        start(with("LOG_FILE", log), language.command("log"));
        app.awaitTools("log_ignore");

        JsonValue ignored =
                app.call("log_ignore", Map.of("pattern", "deprecated")).join();
        JsonValue refused = app.call("log_ignore", Map.of("pattern", "(")).join();
        log("WARN deprecated", "INFO done");

        assertThat(ignored.get("ok")).as(ignored.json()).contains(JsonValue.TRUE);
        assertThat(refused.get("ok")).as(refused.json()).contains(JsonValue.FALSE);
        eventually(() -> assertThat(app.stream("log@build-log")).containsExactly("INFO done"));
    }

    @ParameterizedTest
    @EnumSource
    void D125_two_instances_are_one_set_of_tools_with_a_target(Language language) {
        RunningProgram work = start(app.environment(), language.command("notes", "work"));
        start(app.environment(), language.command("notes", "home"));
        eventually(() -> assertThat(instances()).containsExactly("home", "work"));
        assertThat(app.tools()).containsExactly("list_notes_instances", "notes_add", "notes_read");

        assertThat(app.call("notes_add", Map.of("text", "buy milk", "target", "home"))
                        .join()
                        .get("ok"))
                .contains(JsonValue.TRUE);

        assertThat(notes("home")).containsExactly("buy milk");
        assertThat(notes("work")).isEmpty();
        work.terminate().awaitExit(PROMPTLY);
        eventually(() -> assertThat(instances()).containsExactly("home"));
        assertThat(app.call("notes_read", Map.of("target", "work")).join().get("errorCode"))
                .contains(JsonValue.of("NOT_FOUND"));
        assertThat(notes("home")).containsExactly("buy milk");
    }

    private RunningProgram owner(String... arguments) {
        return start(app.ownersEnvironment(), PackagedApp.ownersCommand(arguments));
    }

    private RunningProgram guardian(Language language, String... options) {
        RunningProgram program = start(
                with("CI_STATE", ciState),
                PackagedApp.spawnCommand(GUARDIAN, "CI_STATE", language.command("guardian", options)));
        app.awaitTools("ci_status");
        return program;
    }

    private Map<String, String> with(String variable, Path file) {
        Map<String, String> environment = new HashMap<>(app.environment());
        environment.putAll(app.ownersEnvironment());
        environment.put(variable, file.toString());
        return environment;
    }

    private RunningProgram start(Map<String, String> environment, List<String> command) {
        RunningProgram program = RunningProgram.start(directory.resolve("programs"), environment, command);
        programs.add(program);
        return program;
    }

    /** In one step, as whoever is looked at should write. */
    private void ci(String json) throws IOException {
        Path next = Files.writeString(own.resolve("ci.json.next"), json);
        Files.move(next, ciState, StandardCopyOption.ATOMIC_MOVE);
    }

    private void log(String... lines) throws IOException {
        Files.writeString(log, String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void assertDenied(String reason) {
        JsonValue decision = app.check("shell", PUSH);
        assertThat(decision.get("decision")).as(decision.json()).contains(JsonValue.of("deny"));
        assertThat(decision.get("provider")).contains(JsonValue.of(GUARDIAN));
        assertThat(decision.get("reason").orElseThrow().asString()).contains(reason);
    }

    private static String decision(Map<String, ?> arguments) {
        return app.check("shell", arguments).get("decision").orElseThrow().asString();
    }

    private static String context() {
        List<JsonValue> context = app.prompt().get("context").orElseThrow().elements();
        assertThat(context).hasSize(1);
        return context.get(0).get("text").orElseThrow().asString();
    }

    private static List<String> instances() {
        JsonValue list = app.call("list_notes_instances", Map.of()).join();
        return list.get("data").orElseThrow().get("instances").orElseThrow().elements().stream()
                .map(instance -> instance.get("id").orElseThrow().asString())
                .toList();
    }

    private static List<String> notes(String instance) {
        JsonValue answer = app.call("notes_read", Map.of("target", instance)).join();
        return answer.get("data").orElseThrow().get("notes").orElseThrow().elements().stream()
                .map(JsonValue::asString)
                .toList();
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(RunningProgram.PATIENCE).ignoreExceptions().untilAsserted(assertion);
    }
}
