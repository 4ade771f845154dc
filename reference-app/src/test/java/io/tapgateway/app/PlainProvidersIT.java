package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Providers written from the specification's first pages alone work: with the messages of its examples, in their order
 * and with no field more.
 */
class PlainProvidersIT {
    private static final Map<String, ?> ADA = Map.of("name", "Ada");

    /** Shorter than the deadline of a session that ends. */
    private static final Duration PROMPTLY = Duration.ofSeconds(40);

    enum Plain {
        CORE_NODE(Interpreter.NODE, "core.mjs"),
        CORE_PYTHON(Interpreter.PYTHON, "core.py"),
        ADVANCED_NODE(Interpreter.NODE, "advanced.mjs"),
        ADVANCED_PYTHON(Interpreter.PYTHON, "advanced.py");

        private final Interpreter interpreter;
        private final String script;

        Plain(Interpreter interpreter, String script) {
            this.interpreter = interpreter;
            this.script = script;
        }

        List<String> command() {
            URL resource = PlainProvidersIT.class.getResource("/providers/" + script);
            assertThat(resource).as(script).isNotNull();
            try {
                return interpreter.command(Path.of(resource.toURI()));
            } catch (URISyntaxException e) {
                throw new AssertionError(resource.toString(), e);
            }
        }
    }

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    private final List<RunningProgram> programs = new ArrayList<>();

    @BeforeAll
    static void startApp() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
    }

    @AfterEach
    void killProviders() {
        programs.forEach(RunningProgram::close);
        app.awaitTools();
    }

    @ParameterizedTest
    @EnumSource
    void D005_a_provider_as_the_specification_shows_it_serves_calls(Plain plain) {
        start(plain);
        app.awaitTools("greet");

        JsonValue answer = app.call("greet", ADA).join();

        assertThat(answer.get("data")).as(answer.json()).contains(JsonValue.of("Welcome, Ada!"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CORE_NODE", "CORE_PYTHON"})
    void D077_a_provider_that_hangs_makes_room_for_its_restart(Plain plain) {
        RunningProgram hanging = start(plain);
        app.awaitTools("greet");
        hanging.suspend();

        RunningProgram restarted = start(plain);

        restarted.awaitPrinted("hello.ack");
        JsonValue answer = app.call("greet", ADA).join();
        assertThat(answer.get("data")).as(answer.json()).contains(JsonValue.of("Welcome, Ada!"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CORE_NODE", "CORE_PYTHON"})
    void D219_the_goodbye_of_a_core_provider_ends_its_session_before_the_deadline(Plain plain) {
        RunningProgram provider = start(plain);
        app.awaitTools("greet");

        app.endSession();

        await("the end of the session")
                .atMost(PROMPTLY)
                .untilAsserted(() -> assertThat(app.sessions()).isEmpty());
        assertThat(provider.printed()).contains("shutdown.pending");
        provider.close();
        app.openSession();
    }

    private RunningProgram start(Plain plain) {
        List<String> command = new ArrayList<>(plain.command());
        command.add(String.valueOf(app.url().getPort()));
        RunningProgram provider = RunningProgram.start(
                directory.resolve("programs"), Map.of("TAP_PROVIDER_TOKEN", app.providerToken()), command);
        programs.add(provider);
        return provider;
    }
}
