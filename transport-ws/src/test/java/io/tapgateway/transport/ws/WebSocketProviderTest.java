package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.http.PortTaken;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Java providers over real sockets to a real gateway. */
class WebSocketProviderTest {

    @AutoClose("closeNow")
    private final Gateway gateway = Gateway.builder().build();

    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("abc", "PR #42", Path.of("/code")).withDiscoverable(true), new RecordingHost());
    private final Credentials credentials =
            Credentials.token(gateway.tokens().issueDiscoveryToken().reveal());

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport =
                WebSocketTransport.attach(gateway, WebSocketSettings.standard().withPort(0));
    }

    @Test
    void a_provider_binds_and_answers_calls() throws Exception {
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, greeter())) {
            Binding binding = within10Seconds(provider.whenBound());

            ToolOutcome outcome = call("Ada");

            assertThat(binding.sessionId()).isEqualTo(new SessionId("abc"));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.Success.class,
                            success -> assertThat(success.data()).isEqualTo(JsonValue.of("Hello, Ada!")));
        }
    }

    @Test
    void large_arguments_and_results_pass_in_one_piece() throws Exception {
        String name = "\u00e4".repeat(500_000);
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, greeter())) {
            within10Seconds(provider.whenBound());

            ToolOutcome outcome = call(name);

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            ToolOutcome.Success.class,
                            success -> assertThat(success.data()).isEqualTo(JsonValue.of("Hello, " + name + "!")));
        }
    }

    @Test
    void D183_D188_a_provider_works_on_prompts_and_its_failures_change_nothing() throws Exception {
        String token = gateway.tokens()
                .issueSpawnToken(session.info().id(), new ProviderName("guide"))
                .reveal();
        Provider guide = Provider.named("guide")
                .append("style", "No tabs.")
                .transform("notes", current -> current + "!")
                .transform("broken", current -> {
                    throw new IllegalStateException("secret detail");
                })
                .context("All is well.")
                .onError(fault -> {})
                .build();
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), Credentials.token(token), guide)) {
            within10Seconds(provider.whenBound());

            PromptAssembly assembly = within10Seconds(session.assemblePrompt(
                    PromptSections.of(Map.of("style", "Short.", "notes", "Good", "broken", "whole"))));

            assertThat(assembly.sections())
                    .isEqualTo(Map.of("style", "Short.\n\nNo tabs.", "notes", "Good!", "broken", "whole"));
            assertThat(assembly.context())
                    .extracting(PromptAssembly.Context::framed)
                    .containsExactly("<provider-text kind=\"context\" provider=\"guide\" trust=\"project\">\n"
                            + "All is well.\n</provider-text>");
        }
    }

    @Test
    void many_calls_at_once_all_end() throws Exception {
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, greeter())) {
            within10Seconds(provider.whenBound());

            List<CompletionStage<ToolOutcome>> calls = java.util.stream.IntStream.range(0, 150)
                    .mapToObj(i -> session.callTool("greet", JsonValue.of(Map.of("name", "n" + i))))
                    .toList();

            for (CompletionStage<ToolOutcome> call : calls) {
                assertThat(within10Seconds(call).ok()).isTrue();
            }
        }
    }

    @Test
    void D098_a_provider_that_closes_says_goodbye_and_ends() throws Exception {
        BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, greeter());
        within10Seconds(provider.whenBound());

        provider.close();
        within10Seconds(provider.whenEnded());

        await().until(() -> gateway.providers().isEmpty());
        assertThat(session.tools()).isEmpty();
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("tap-provider-greeter-timer")));
    }

    @Test
    void D080_a_provider_that_was_cut_off_comes_back_as_the_same() throws Exception {
        int port = transport.port();
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, greeter())) {
            Binding before = within10Seconds(provider.whenBound());

            transport.close();
            await().until(() -> provider.binding().isEmpty());
            listenAgain(port);
            await().until(() -> provider.binding().isPresent());

            assertThat(provider.binding()).contains(before);
            assertThat(call("Ada").ok()).isTrue();
        }
    }

    @Test
    void a_provider_may_start_before_its_gateway() throws Exception {
        int port = transport.port();
        transport.close();
        try (BoundProvider provider =
                WebSocketProvider.connect(URI.create("ws://localhost:" + port + "/"), credentials, greeter())) {
            listenAgain(port);

            within10Seconds(provider.whenBound());

            assertThat(call("Ada").ok()).isTrue();
        }
    }

    @Test
    void a_provider_may_give_up_before_there_is_a_gateway() throws Exception {
        int port = transport.port();
        transport.close();
        BoundProvider provider =
                WebSocketProvider.connect(URI.create("ws://127.0.0.1:" + port + "/"), credentials, greeter());

        provider.close();

        within10Seconds(provider.whenEnded());
        assertThatThrownBy(() -> within10Seconds(provider.whenBound())).hasCauseInstanceOf(NotBound.class);
    }

    @Test
    void a_provider_with_a_wrong_token_is_turned_away_for_good() throws Exception {
        BoundProvider provider = WebSocketProvider.connect(transport.url(), Credentials.token("ptk-wrong"), greeter());

        within10Seconds(provider.whenEnded());

        assertThat(gateway.providers()).isEmpty();
    }

    @Test
    void a_call_whose_provider_is_cut_off_ends_as_disconnected() throws Exception {
        Provider silent = Provider.named("silent")
                .tool("wait", "Waits", Schema.object(), call -> new java.util.concurrent.CompletableFuture<>())
                .build();
        try (BoundProvider provider = WebSocketProvider.connect(transport.url(), credentials, silent)) {
            within10Seconds(provider.whenBound());
            CompletionStage<ToolOutcome> call = session.callTool("wait", JsonValue.EMPTY_OBJECT);

            transport.close();

            assertThat(within10Seconds(call))
                    .isInstanceOfSatisfying(
                            ToolOutcome.Failure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ToolErrorCode.DISCONNECTED));
        }
    }

    @Test
    void T06_a_token_goes_to_no_other_machine() {
        for (String elsewhere : List.of(
                "ws://example.com:9400/",
                "ws://192.168.1.5:9400/",
                "http://127.0.0.1:9400/",
                "ws://localhost.evil.com/")) {
            assertThatThrownBy(() -> WebSocketProvider.to(URI.create(elsewhere)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is no gateway on this machine");
        }
    }

    /** Any other program may have the port for the moment. */
    private void listenAgain(int port) {
        await().ignoreExceptionsInstanceOf(PortTaken.class).until(() -> {
            transport = WebSocketTransport.attach(
                    gateway, WebSocketSettings.standard().withPort(port));
            return true;
        });
    }

    private ToolOutcome call(String name) throws Exception {
        return within10Seconds(session.callTool("greet", JsonValue.of(Map.of("name", name))));
    }

    private static Provider greeter() {
        return Provider.named("greeter")
                .onError(fault -> {})
                .tool(
                        "greet",
                        "Says hello",
                        Schema.object().required("name", Schema.string()),
                        call -> "Hello, " + call.stringArg("name") + "!")
                .build();
    }

    private static <T> T within10Seconds(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    }
}
