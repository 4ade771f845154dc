package io.tapgateway.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ScriptedPeer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged app in a heap that the results under way do not fit into. */
@Timeout(240)
class SmallHeapIT {
    private static final Map<String, String> SMALL_HEAP = Map.of("JDK_JAVA_OPTIONS", "-Xmx48m");
    private static final int PROVIDERS = 50;
    private static final int GIVING = 8;
    private static final int ROUNDS = Depth.of(1, 3, 3);

    /** With the rest of its message, a result is just as large as it may be. */
    private static final int RESULT_BYTES = (5 << 20) - 100;

    /** How calls may end that have no result. */
    private static final Set<String> NAMED = Set.of("TIMEOUT", "PAYLOAD_TOO_LARGE", "RATE_LIMITED");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private AppProcess app;
    private Owner owner;
    private JsonValue listening;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() throws Exception {
        app = AppProcess.start(
                directory, SMALL_HEAP, "run", "--json", "--headless", "--port", "0", "--control-port", "0");
        listening = app.json();
        owner = new Owner(listening);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        app.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "…"})
    void T58_results_that_do_not_fit_together_wait_for_room_and_nobody_is_lost(String character) throws Exception {
        String result = character.repeat(RESULT_BYTES / character.getBytes(UTF_8).length);
        List<ScriptedPeer> giving = new ArrayList<>();
        for (int i = 0; i < PROVIDERS; i++) {
            ScriptedPeer provider = provider(i);
            if (i < GIVING) {
                giving.add(provider);
            }
        }

        for (int round = 0; round < ROUNDS; round++) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < GIVING; i++) {
                answers.add(owner.call("main", "give_" + i));
            }
            String call = "call" + round;
            giving.forEach(provider -> threads.execute(() -> answer(provider, call, result)));
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertNamedEnd(answer.get(), result);
            }
        }

        assertThat(owner.get("api/providers").get("providers").orElseThrow().elements())
                .as("providers that are still connected")
                .hasSize(PROVIDERS);
        assertThat(Files.readString(directory.resolve("home/logs/tapgateway.log")))
                .doesNotContain("OutOfMemoryError", "ERROR");
        assertThat(app.errors()).doesNotContain("OutOfMemoryError");
    }

    @Test
    void T58_a_result_that_never_fits_ends_its_call_as_too_large_and_the_timeline_says_so() throws Exception {
        ScriptedPeer provider = provider(0);
        CompletableFuture<HttpResponse<String>> answer = owner.call("main", "give_0");

        threads.execute(() -> answer(provider, "call", "x".repeat(20 << 20)));

        HttpResponse<String> response = answer.get();
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"errorCode\":\"PAYLOAD_TOO_LARGE\"");
        assertThat(owner.get("api/sessions/main/timeline?after=0").json()).contains("PAYLOAD_TOO_LARGE");
    }

    /** @param call what the id is called that was captured */
    private static void answer(ScriptedPeer provider, String call, String result) {
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$" + call + "\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$" + call + "\",\"data\":\"" + result + "\"}");
    }

    private static void assertNamedEnd(HttpResponse<String> response, String result) throws Exception {
        assertThat(response.statusCode()).isEqualTo(200);
        JsonValue answer = JsonValue.parse(response.body());
        if (answer.get("ok").orElseThrow().asBoolean()) {
            assertThat(answer.get("data").orElseThrow().asString()).isEqualTo(result);
        } else {
            assertThat(answer.get("errorCode").orElseThrow().asString()).isIn(NAMED);
        }
    }

    private ScriptedPeer provider(int number) throws Exception {
        return SocketWire.authenticated(listening)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"provider-" + number
                        + "\",\"session\":\"main\",\"tools\":[{\"name\":\"give_" + number
                        + "\",\"description\":\"Gives much\",\"parameters\":{}}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"state\":\"started\",\"*\":\"*\"}");
    }
}
