package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.toolCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Gate checks and transforms, and what happens when there is too much to do. */
class HookRequestsTest {
    private static final SessionId ABC = new SessionId("abc");

    private final List<String> faults = new ArrayList<>();

    private ProviderBuilder builder() {
        return Provider.named("ci").onError(fault -> faults.add(fault.what()));
    }

    private static ScriptedGateway bound(ProviderBuilder provider) {
        return bound(provider, Runnable::run);
    }

    private static ScriptedGateway bound(ProviderBuilder provider, Executor executor) {
        return ScriptedGateway.bound(ProviderSession.remote(provider.build(), Credentials.token("ptk-1"), executor));
    }

    private static ToolResult.Result.Failure failure(ToolResult result) {
        return (ToolResult.Result.Failure) result.result();
    }

    @Test
    void D182_a_section_is_found_by_the_one_form_of_its_name_however_the_author_wrote_it() {
        ScriptedGateway gateway = bound(builder().transform("Code_Rules ", current -> current + "!"));

        gateway.says(new TransformRequest(new CallId("tx-1"), ABC, "code_rules", "be kind"));

        assertThat(gateway.received(TransformResult.class))
                .isEqualTo(new TransformResult(new CallId("tx-1"), Optional.of("be kind!")));
    }

    @Test
    void an_executor_that_takes_nothing_more_fails_calls_denies_gates_and_leaves_sections() {
        HoldingExecutor executor = new HoldingExecutor();
        ScriptedGateway gateway = bound(
                builder()
                        .tool("t", "A tool", Schema.object(), call -> "x")
                        .gate(Match.ANY, check -> GateDecision.allow())
                        .transform("s", current -> "y"),
                executor);

        executor.takeNothingMore();
        gateway.says(toolCall("c-1", "t", Map.of())).says(gateCheck("gate-1")).says(transformRequest("s"));

        assertThat(gateway.received())
                .satisfiesExactly(
                        result -> assertThat(failure((ToolResult) result).error())
                                .contains("The provider is shutting down."),
                        result -> assertThat(((GateResult) result).decision()).isEqualTo(GateResult.Decision.DENY),
                        result ->
                                assertThat(((TransformResult) result).content()).isEmpty());
    }

    @Test
    void the_limit_of_outstanding_requests_is_allowed_and_one_more_is_refused() {
        HoldingExecutor executor = new HoldingExecutor();
        ScriptedGateway gateway = bound(
                builder().tool("t", "A tool", Schema.object(), call -> "x").gate(Match.ANY, c -> GateDecision.allow()),
                executor);
        executor.hold();
        for (int i = 0; i < Requests.MAX_OUTSTANDING; i++) {
            gateway.says(toolCall("c-" + i, "t", Map.of()));
        }
        assertThat(gateway.received()).isEmpty();

        ToolResult refused = gateway.says(toolCall("one-more", "t", Map.of())).received(ToolResult.class);
        GateResult denied = gateway.says(gateCheck("gate-1")).received(GateResult.class);
        executor.runAll();

        assertThat(failure(refused).error()).contains("The provider has too much to do already.");
        assertThat(denied.decision()).isEqualTo(GateResult.Decision.DENY);
        assertThat(gateway.received()).hasSize(Requests.MAX_OUTSTANDING);
        gateway.says(toolCall("again", "t", Map.of()));
        executor.runAll();
        assertThat(gateway.received(ToolResult.class).result()).isInstanceOf(ToolResult.Result.Data.class);
    }

    @Test
    void a_gate_answers_with_its_decision() {
        ScriptedGateway gateway = bound(builder()
                .gate(Match.tool("shell").args("git push"), check -> GateDecision.deny("CI is red for " + check.tool()))
                .gateAsync(Match.ANY, check -> CompletableFuture.completedFuture(GateDecision.context("careful")))
                .gate(Match.ANY, check -> GateDecision.allow()));

        GateResult first = gateway.says(gateCheck("gate-1")).received(GateResult.class);
        GateResult second = gateway.says(gateCheck("gate-2")).received(GateResult.class);
        GateResult third = gateway.says(gateCheck("gate-3")).received(GateResult.class);

        assertThat(first)
                .isEqualTo(new GateResult(
                        new CallId("g-1"),
                        new GateId("gate-1"),
                        GateResult.Decision.DENY,
                        Optional.of("CI is red for shell")));
        assertThat(second.decision()).isEqualTo(GateResult.Decision.CONTEXT);
        assertThat(second.reason()).contains("careful");
        assertThat(third.decision()).isEqualTo(GateResult.Decision.ALLOW);
    }

    @Test
    void a_gate_that_fails_in_any_way_denies() {
        ScriptedGateway gateway = bound(builder()
                .gate(Match.ANY, check -> {
                    throw new IllegalStateException("secret");
                })
                .gateAsync(Match.ANY, check -> CompletableFuture.failedFuture(new IllegalStateException("secret")))
                .gate(Match.ANY, check -> null));

        for (String gate : List.of("gate-1", "gate-2", "gate-3", "gate-unknown")) {
            GateResult result = gateway.says(gateCheck(gate)).received(GateResult.class);
            assertThat(result.decision()).isEqualTo(GateResult.Decision.DENY);
            assertThat(result.reason().orElse("")).doesNotContain("secret");
        }
        assertThat(faults)
                .containsExactly("Gate 'gate-1' failed.", "Gate 'gate-2' failed.", "Gate 'gate-3' gave no answer.");
    }

    @Test
    void a_transform_rewrites_its_section_and_leaves_it_alone_when_it_fails() {
        ScriptedGateway gateway = bound(builder()
                .transform("good", current -> current + "!")
                .transformAsync(
                        "async", request -> CompletableFuture.completedFuture(request.section() + request.sessionId()))
                .transform("bad", current -> {
                    throw new IllegalStateException("secret");
                }));

        assertThat(gateway.says(transformRequest("good"))
                        .received(TransformResult.class)
                        .content())
                .contains("old!");
        assertThat(gateway.says(transformRequest("async"))
                        .received(TransformResult.class)
                        .content())
                .contains("asyncabc");
        assertThat(gateway.says(transformRequest("bad"))
                        .received(TransformResult.class)
                        .content())
                .isEmpty();
        assertThat(gateway.says(transformRequest("none"))
                        .received(TransformResult.class)
                        .content())
                .isEmpty();
        assertThat(faults).containsExactly("The transform of section 'bad' failed.");
    }

    private static GateCheck gateCheck(String gate) {
        return new GateCheck(new GateId(gate), new CallId("g-1"), ABC, "shell", JsonValue.EMPTY_OBJECT);
    }

    private static TransformRequest transformRequest(String section) {
        return new TransformRequest(new CallId("tx-1"), ABC, section, "old");
    }
}
