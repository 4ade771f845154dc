package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.testkit.Depth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All that a provider with one tool prints on standard error, in each language, whatever happens to it. */
@Timeout(300)
class ProviderLinesIT {
    private static final Duration PROMPTLY = Duration.ofSeconds(40);
    private static final String REFUSED_TOKEN = "the gateway refuses the token in TAP_PROVIDER_TOKEN: it is of another"
            + " gateway, or of a session that has ended (AUTH_FAILED)";

    @TempDir
    private Path directory;

    private final List<AutoCloseable> programs = new ArrayList<>();

    /** A provider whose tool is {@code greet}. */
    enum Language {
        NODE("(1006)", "left") {
            @Override
            List<String> command() {
                return Interpreter.NODE.command(Interpreter.EXAMPLES.resolve("node/greeter.mjs"));
            }
        },
        PYTHON("(1006)", "left") {
            @Override
            List<String> command() {
                return Interpreter.PYTHON.command(Interpreter.EXAMPLES.resolve("python/greeter.py"));
            }
        },
        JAVA("", "left") {
            @Override
            List<String> command() {
                List<String> command =
                        new ArrayList<>(PackagedApp.javaCommand(Interpreter.EXAMPLES.resolve("java/target/lib")));
                command.add("io.tapgateway.examples.greeter.Greeter");
                return command;
            }
        },
        SHELL("", "") {
            @Override
            List<String> command() {
                return provide("greeter");
            }
        };

        private final String code;
        private final String farewell;

        Language(String code, String farewell) {
            this.code = code.isEmpty() ? "" : " " + code;
            this.farewell = farewell;
        }

        abstract List<String> command();
    }

    static List<Language> languages() {
        return Depth.current() == Depth.QUICK ? List.of(Language.PYTHON) : List.of(Language.values());
    }

    private static List<String> provide(String name) {
        return PackagedApp.ownersCommand(
                "provide", "--name", name, "--tool", "greet", "--description", "Greets", "--", "echo", "Hello");
    }

    @AfterEach
    void killPrograms() throws Exception {
        for (AutoCloseable program : programs) {
            program.close();
        }
    }

    @ParameterizedTest
    @MethodSource("languages")
    void L006_each_turn_of_a_providers_life_is_one_line(Language language) throws Exception {
        PackagedApp former = gateway();
        String url = former.url().toString();
        former.kill();

        RunningProgram provider = start(former, language.command(), Map.of());
        provider.awaitPrinted("no gateway answers");
        PackagedApp app = gateway("--port", String.valueOf(former.url().getPort()));
        app.awaitTools("greet");
        awaitLast(provider, "joined session");
        app.endSession();
        provider.awaitPrinted("has ended; waiting");
        app.openSession();
        app.awaitTools("greet");
        awaitLast(provider, "joined session");
        app.kill();
        awaitLast(provider, "no gateway answers");
        PackagedApp next = gateway("--port", String.valueOf(former.url().getPort()));
        next.awaitTools("greet");
        awaitLast(provider, "joined session");
        provider.terminate();
        provider.awaitExit(PROMPTLY);

        List<String> expected = new ArrayList<>(List.of(
                "no gateway answers at " + url + ": is one running?; trying again in 1 s",
                "joined session main as p-1",
                "session main has ended; waiting for another one",
                "joined session main as p-1",
                "the connection to " + url + " has ended" + language.code + "; trying again in 1 s",
                "no gateway answers at " + url + ": is one running?; trying again in 1 s",
                "joined session main as p-1"));
        language.farewell.lines().forEach(expected::add);
        assertThat(lines(provider)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("languages")
    void L006_a_wrong_token_is_one_line_and_the_end(Language language) throws Exception {
        PackagedApp app = gateway();

        RunningProgram provider = start(app, language.command(), Map.of("TAP_PROVIDER_TOKEN", "of-another-time"));

        assertThat(provider.awaitExit(PROMPTLY)).isEqualTo(1);
        assertThat(lines(provider)).containsExactly(REFUSED_TOKEN);
    }

    @ParameterizedTest
    @MethodSource("languages")
    void L006_a_taken_name_is_one_line_until_it_is_free(Language language) throws Exception {
        PackagedApp app = gateway();
        RunningProgram holder = start(app, provide("holder"), Map.of());
        app.awaitTools("greet");

        RunningProgram provider = start(app, language.command(), Map.of());
        provider.awaitPrinted("TOOL_CONFLICT");
        holder.terminate();
        provider.awaitPrinted("joined session");

        assertThat(lines(provider)).hasSize(2).last().isEqualTo("joined session main as p-1");
        assertThat(lines(provider).get(0))
                .contains("'greet'", "holder")
                .endsWith(" Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 1 s");
    }

    @ParameterizedTest
    @MethodSource("languages")
    void L006_a_killed_provider_comes_back_with_one_line(Language language) throws Exception {
        PackagedApp app = gateway();
        RunningProgram killed = start(app, language.command(), Map.of());
        app.awaitTools("greet");
        killed.awaitPrinted("joined session");

        killed.kill();
        RunningProgram provider = start(app, language.command(), Map.of());
        provider.awaitPrinted("joined session");

        assertThat(lines(killed)).containsExactly("joined session main as p-1");
        assertThat(lines(provider)).last().isEqualTo("joined session main as p-1");
    }

    private PackagedApp gateway(String... options) throws Exception {
        PackagedApp app = PackagedApp.start(directory.resolve("app"), options);
        programs.add(app);
        return app;
    }

    private RunningProgram start(PackagedApp app, List<String> command, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(app.environment());
        environment.putAll(app.ownersEnvironment());
        environment.putAll(more);
        RunningProgram program = RunningProgram.start(directory.resolve("programs"), environment, command);
        programs.add(program);
        return program;
    }

    private static void awaitLast(RunningProgram provider, String begin) {
        await().atMost(RunningProgram.PATIENCE)
                .untilAsserted(
                        () -> assertThat(lines(provider)).last().asString().startsWith(begin));
    }

    /** Without times and ids, and without what is so for the moment in which a gateway starts: it has no token yet. */
    private static List<String> lines(RunningProgram provider) {
        return provider.complaints()
                .lines()
                .filter(line -> !line.contains("there is no token"))
                .map(line -> line.replaceFirst("trying again in [\\d.]+ s$", "trying again in 1 s")
                        .replaceFirst(" as p-\\S+$", " as p-1"))
                .toList();
    }
}
