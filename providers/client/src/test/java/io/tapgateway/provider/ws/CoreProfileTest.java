package io.tapgateway.provider.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.connection.ProviderSession;
import io.tapgateway.provider.schema.Schema;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider of this package at a gateway that has only the Core Profile. */
class CoreProfileTest {
    private static final String CALL = """
            {"type":"tool.call","id":"c-1","sessionId":"abc","tool":"greet","args":{}}""";
    private static final String ENDING = """
            {"type":"session.lifecycle","sessionId":"abc","state":"shutdown.pending","deadline":10000}""";

    private final ScriptedNetwork network = new ScriptedNetwork();
    private final ManualTimers timers = new ManualTimers();
    private final List<String> faults = new ArrayList<>();
    private final ProviderSession session = ProviderSession.remote(
            Provider.named("ci")
                    .tool(tool("greet"))
                    .onError(fault -> faults.add(fault.what()))
                    .build(),
            Credentials.token("ptk-1"),
            Runnable::run);
    private final BoundProvider provider = session.handle();

    @BeforeEach
    void connect() {
        new Reconnector(
                        session,
                        () -> URI.create("ws://127.0.0.1:9400/"),
                        () -> network,
                        timers,
                        Backoff.between(1_000, 30_000, () -> 1),
                        new ConnectionPace(() -> 0, () -> 0))
                .connect();
    }

    private static Tool tool(String name) {
        return Tool.of(name, "A tool", Schema.object(), call -> {
            call.progress("begun");
            return name;
        });
    }

    private CoreGateway gateway() {
        return new CoreGateway(network.accept(), Set.of("abc"), Set.of()).listens();
    }

    @Test
    void L010_a_provider_connects_and_serves_and_says_nothing_that_is_not_known_there() {
        CoreGateway gateway = gateway();

        gateway.says(CALL);
        boolean pushed = provider.push(PushLevel.KEEP, "news");
        gateway.listens();

        assertThat(provider.binding())
                .hasValueSatisfying(it -> assertThat(it.sessionId()).hasToString("abc"));
        assertThat(gateway.heard("tool.result").get("data")).contains(JsonValue.of("greet"));
        assertThat(pushed).isTrue();
        assertThat(gateway.heard("push").get("event")).contains(JsonValue.of("news"));
        assertThat(gateway.refused()).isEmpty();
        assertThat(faults).isEmpty();
    }

    @Test
    void an_update_of_tools_is_a_complete_list_and_in_force_at_once() {
        CoreGateway gateway = gateway();

        var updated = provider.updateTools(List.of(tool("more")));
        gateway.listens();

        assertThat(updated).isCompletedWithValue(0L);
        assertThat(gateway.heard("tools.update").get("tools").orElseThrow().elements())
                .extracting(it -> it.get("name").orElseThrow().asString())
                .containsExactly("greet", "more");
        assertThat(gateway.refused()).isEmpty();
    }

    @Test
    void what_is_not_known_there_is_refused_here() {
        CoreGateway gateway = gateway();

        for (var refused : List.of(provider.updateContext("text"), provider.query(1))) {
            assertThat(refused.toCompletableFuture())
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOfSatisfying(
                            Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.UNKNOWN_TYPE));
        }
        assertThat(gateway.listens().refused()).isEmpty();
    }

    @Test
    void L010_a_session_that_ends_is_answered_by_goodbye_and_another_connection() {
        CoreGateway gateway = gateway();

        gateway.says(ENDING);
        JsonValue goodbye = gateway.heard("goodbye");

        assertThat(goodbye.get("reason")).contains(JsonValue.of("session ended"));
        assertThat(gateway.refused()).isEmpty();
        assertThat(session.wantsConnection()).isTrue();
        assertThat(timers.fire()).as("for the gateway's close").isEqualTo(Duration.ofSeconds(3));
        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(1));
        assertThat(gateway().heard("hello").get("session")).contains(JsonValue.of("abc"));
    }

    @Test
    void a_refusal_that_does_not_say_what_it_is_about_ends_the_connection_but_not_the_provider() {
        ScriptedSocket socket = network.accept();

        new CoreGateway(socket, Set.of("abc"), Set.of("greet")).listens();

        assertThat(socket.isClosing()).isTrue();
        assertThat(session.wantsConnection()).isTrue();
        assertThat(faults).containsExactly("The gateway refused.");
    }

    @Test
    void without_a_session_the_gateway_is_asked_anew_at_once_every_30_seconds() {
        for (int i = 0; i < 3; i++) {
            ScriptedSocket socket = network.accept();
            CoreGateway gateway = new CoreGateway(socket, Set.of(), Set.of()).listens();

            assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(30));
            gateway.listens();
            socket.closes();
            assertThat(timers.fire()).as("for the gateway's close").isEqualTo(Duration.ofSeconds(3));
        }

        assertThat(gateway().heard("hello").get("session")).contains(JsonValue.of("abc"));
    }
}
