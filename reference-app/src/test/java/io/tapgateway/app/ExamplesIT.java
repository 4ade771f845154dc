package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs in {@code examples} do with the packaged app what they promise to those who copy them. */
class ExamplesIT {
    private static final String[] TOOLS = {"countdown", "greet"};

    /** Shorter than the deadline of a session that ends: whoever is waited for until then has not answered. */
    private static final Duration PROMPTLY = Duration.ofSeconds(40);

    /** The same provider in each language. */
    enum Example {
        NODE("Node.js", 30, "Stopped counting down from 30", "session main has ended", "left") {
            @Override
            List<String> command() {
                return Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/provider.mjs"));
            }
        },
        PYTHON("Python", 40, "Stopped counting down from 40", "session main has ended", "left") {
            @Override
            List<String> command() {
                return Interpreter.PYTHON.command(Interpreter.EXAMPLES.resolve("python/provider.py"));
            }
        },
        JAVA("Java", 50, "countdown CANCELLED", "shutdown.pending", "left") {
            @Override
            List<String> command() {
                List<String> command =
                        new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
                command.add("io.tapgateway.examples.provider.WebSocketMain");
                return command;
            }
        };

        final String label;
        final int firstNumber;
        final String cancelled;
        final String sessionEnd;
        final String farewell;

        Example(String label, int firstNumber, String cancelled, String sessionEnd, String farewell) {
            this.label = label;
            this.firstNumber = firstNumber;
            this.cancelled = cancelled;
            this.sessionEnd = sessionEnd;
            this.farewell = farewell;
        }

        abstract List<String> command();
    }

    /** Java programs take the longest to start, and the library that this one stands on is tested where it is. */
    static List<Example> severalInQuickBuilds() {
        return Depth.current() == Depth.QUICK ? List.of(Example.NODE, Example.PYTHON) : List.of(Example.values());
    }

    /** Where a gateway is started twice for each. */
    static List<Example> oneInQuickBuilds() {
        return Depth.current() == Depth.QUICK ? List.of(Example.PYTHON) : List.of(Example.values());
    }

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    private final List<AutoCloseable> programs = new ArrayList<>();

    @BeforeAll
    static void startApp() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
    }

    @AfterEach
    void killProviders() throws Exception {
        for (AutoCloseable program : programs) {
            program.close();
        }
        app.awaitTools();
    }

    @ParameterizedTest
    @EnumSource
    void L001_a_tool_returns_its_result(Example example) {
        join(example);

        JsonValue answer = app.call("greet", Map.of("name", "Ada")).join();

        assertThat(data(answer)).isEqualTo(JsonValue.of("Hello, Ada!"));
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L005_arguments_that_do_not_fit_fail_the_call_with_a_reason(Example example) {
        join(example);

        JsonValue answer = app.call("greet", Map.of()).join();

        assertThat(errorCode(answer)).isEqualTo("INVALID_ARGUMENTS");
        assertThat(answer.get("error").orElseThrow().asString()).contains("name");
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L001_events_and_the_progress_of_a_slow_tool_show_in_the_timeline(Example example) {
        join(example);
        app.awaitTimeline("The " + example.label + " example is here");
        int before = app.timeline().size();

        JsonValue answer = app.call("countdown", Map.of("from", 1)).join();

        assertThat(data(answer).get("said")).contains(JsonValue.of("Lift-off!"));
        assertThat(app.timeline().subList(before, app.timeline().size())).anyMatch(line -> line.contains("1 …"));
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L001_an_interrupted_call_is_cancelled_and_the_provider_goes_on(Example example) {
        RunningProgram provider = join(example);
        CompletableFuture<JsonValue> counting = countDownFrom(example.firstNumber);

        app.interrupt();

        assertThat(errorCode(counting.join())).isEqualTo("CANCELLED");
        provider.awaitPrinted(example.cancelled);
        assertThat(data(app.call("greet", Map.of("name", "Bob")).join())).isEqualTo(JsonValue.of("Hello, Bob!"));
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void D077_L001_a_killed_provider_loses_its_call_and_its_tools_and_comes_back(Example example) {
        RunningProgram provider = join(example);
        CompletableFuture<JsonValue> counting = countDownFrom(example.firstNumber + 1);

        provider.kill();

        assertThat(errorCode(counting.join())).isEqualTo("DISCONNECTED");
        app.awaitTools();
        join(example);
        assertThat(data(app.call("greet", Map.of("name", "Eve")).join())).isEqualTo(JsonValue.of("Hello, Eve!"));
    }

    @ParameterizedTest
    @EnumSource
    void L001_a_stopped_provider_says_goodbye(Example example) {
        RunningProgram provider = join(example);

        provider.terminate();

        provider.awaitExit(PROMPTLY);
        assertThat(provider.printed()).contains(example.farewell).doesNotContain("Giving up");
    }

    @ParameterizedTest
    @MethodSource("oneInQuickBuilds")
    void D219_a_provider_lets_a_gateway_go_and_finds_the_next_one(Example example) throws Exception {
        Path home = directory.resolve("successive-" + example);
        PackagedApp first = PackagedApp.start(home);
        programs.add(first);
        RunningProgram provider = start(example, first.environment());
        first.awaitTools(TOOLS);
        String token = first.providerToken();

        first.stop(PROMPTLY);
        PackagedApp second =
                PackagedApp.start(home, "--port", String.valueOf(first.url().getPort()));
        programs.add(second);

        second.awaitTools(TOOLS);
        assertThat(second.providerToken()).isNotEqualTo(token);
        assertThat(provider.printed()).contains(example.sessionEnd);
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L006_without_a_token_a_provider_says_where_it_looked(Example example) {
        Path empty = directory.resolve("empty");

        RunningProgram provider = start(example, Map.of("COPILOT_HOME", empty.toString()));

        provider.awaitPrinted("TAP_PROVIDER_TOKEN");
        assertThat(provider.printed())
                .contains(empty.resolve("extensions/tap/.provider-token").toString())
                .hasLineCount(1);
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void a_provider_takes_its_token_nowhere_but_to_this_machine(Example example) {
        Map<String, String> environment = new HashMap<>(app.environment());
        environment.put("TAP_GATEWAY_URL", "ws://gateway.invalid:9400/");

        RunningProgram provider = start(example, environment);

        assertThat(provider.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(provider.printed())
                .contains("ws://gateway.invalid:9400/", "no gateway on this machine")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L006_a_provider_gives_up_when_the_token_it_was_given_is_refused(Example example) {
        Map<String, String> environment = new HashMap<>(app.environment());
        environment.put("TAP_PROVIDER_TOKEN", "of-another-time");

        RunningProgram provider = start(example, environment);

        assertThat(provider.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(provider.printed()).contains("AUTH_FAILED").doesNotContain("of-another-time");
    }

    @ParameterizedTest
    @MethodSource("severalInQuickBuilds")
    void L006_whoever_finds_its_tools_or_its_name_taken_waits_until_they_are_free(Example example) {
        RunningProgram first = join(Example.JAVA);
        RunningProgram second = start(example, app.environment());
        second.awaitPrinted(example == Example.JAVA ? "DUPLICATE_INSTANCE" : "TOOL_CONFLICT");

        first.terminate();

        second.awaitPrinted("oined session");
    }

    private RunningProgram join(Example example) {
        RunningProgram provider = start(example, app.environment());
        app.awaitTools(TOOLS);
        return provider;
    }

    private RunningProgram start(Example example, Map<String, String> environment) {
        RunningProgram provider = RunningProgram.start(directory.resolve("programs"), environment, example.command());
        programs.add(provider);
        return provider;
    }

    /** Begins a call that would last long; the number tells it apart from others in the timeline. */
    private static CompletableFuture<JsonValue> countDownFrom(int number) {
        CompletableFuture<JsonValue> counting = app.call("countdown", Map.of("from", number));
        app.awaitTimeline(number + " …");
        return counting;
    }

    private static JsonValue data(JsonValue answer) {
        assertThat(answer.get("ok")).as(answer.json()).contains(JsonValue.TRUE);
        return answer.get("data").orElseThrow();
    }

    private static String errorCode(JsonValue answer) {
        assertThat(answer.get("ok")).as(answer.json()).contains(JsonValue.FALSE);
        return answer.get("errorCode").orElseThrow().asString();
    }
}
