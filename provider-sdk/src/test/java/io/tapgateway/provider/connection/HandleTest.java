package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static io.tapgateway.provider.connection.ScriptedGateway.helloAck;
import static io.tapgateway.provider.connection.ScriptedGateway.sessions;
import static io.tapgateway.provider.connection.ScriptedGateway.toolCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.hook.HookSet;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a provider's author does through the handle. */
class HandleTest {
    private static final SessionId ABC = new SessionId("abc");
    private static final SessionId DEF = new SessionId("def");

    private final Provider provider = Provider.named("ci")
            .tool(tool("old"))
            .context("CI is green")
            .onError(fault -> {})
            .build();
    private final ProviderSession session = ProviderSession.remote(provider, Credentials.token("ptk-1"), Runnable::run);
    private final BoundProvider handle = session.handle();

    private static Tool tool(String name) {
        return Tool.of(name, "A tool", Schema.object(), call -> name);
    }

    @Test
    void a_push_goes_out_while_there_is_a_binding_and_says_so() {
        boolean before = handle.push(PushLevel.KEEP, "early");
        ScriptedGateway gateway = ScriptedGateway.bound(session);

        boolean bound = handle.push(PushLevel.INJECT, "CI failed", Map.of("run", 7));

        Push push = gateway.received(Push.class);
        assertThat(before).isFalse();
        assertThat(bound).isTrue();
        assertThat(push.event()).contains("CI failed");
        assertThat(push.metadata()).contains(JsonValue.of(Map.of("run", 7)));
        assertThat(push.target()).isEqualTo(Push.Target.BOUND_SESSION);
    }

    @Test
    void D103_an_update_of_tools_is_a_delta_that_is_in_force_with_its_ack() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);

        CompletionStage<Long> revision = handle.updateTools(List.of(tool("new")), "old");
        ToolsUpdate update = gateway.received(ToolsUpdate.class);
        ToolResult before = gateway.says(toolCall("c-1", "old", Map.of())).received(ToolResult.class);
        gateway.says(ack(update.requestId(), 2));
        ToolResult after = gateway.says(toolCall("c-2", "old", Map.of())).received(ToolResult.class);
        ToolResult served = gateway.says(toolCall("c-3", "new", Map.of())).received(ToolResult.class);

        assertThat(update.mode()).isEqualTo(ToolsUpdate.Mode.DELTA);
        assertThat(update.remove()).containsExactly(new ToolName("old"));
        assertThat(revision.toCompletableFuture()).isCompletedWithValue(2L);
        assertThat(before.result()).isInstanceOf(ToolResult.Result.Data.class);
        assertThat(after.result()).isInstanceOf(ToolResult.Result.Failure.class);
        assertThat(served.result()).isEqualTo(new ToolResult.Result.Data(JsonValue.of("new")));
    }

    @Test
    void a_reconnect_registers_what_was_acknowledged_last() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        handle.replaceTools(List.of(tool("acknowledged")));
        gateway.says(ack(gateway.received(ToolsUpdate.class).requestId(), 2));
        handle.updateContext("CI is red");
        gateway.says(ack(gateway.received(ContextUpdate.class).requestId(), 3));
        handle.updateTools(List.of(tool("unacknowledged")));
        gateway.hangsUp();

        ScriptedGateway next = new ScriptedGateway(session);
        next.received();
        Hello hello = next.says(sessions("abc")).received(Hello.class);

        assertThat(hello.contribution().tools().orElseThrow())
                .extracting(it -> it.name().value())
                .containsExactly("acknowledged");
        assertThat(hello.contribution().texts().context()).contains("CI is red");
    }

    @Test
    void an_update_the_gateway_refuses_fails_its_stage_and_changes_nothing() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        CompletionStage<Long> revision = handle.updateTools(List.of(tool("new")), "old");
        ToolsUpdate update = gateway.received(ToolsUpdate.class);

        gateway.says(error(ErrorCode.TOOL_CONFLICT, "tools.update", correlated(update.requestId())));

        assertFailed(revision, Refused.class);
        ToolResult served = gateway.says(toolCall("c-1", "old", Map.of())).received(ToolResult.class);
        assertThat(served.result()).isInstanceOf(ToolResult.Result.Data.class);
    }

    @Test
    void what_was_asked_fails_when_the_connection_ends_or_was_not_there() {
        CompletionStage<Long> early = handle.updateContext("x");
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        CompletionStage<Long> update = handle.updateContext("x");
        CompletionStage<StreamHistory> query = handle.query(5);

        gateway.hangsUp();

        assertFailed(early, NotBound.class);
        assertFailed(update, NotBound.class);
        assertFailed(query, NotBound.class);
    }

    @Test
    void too_many_unanswered_requests_are_refused_here() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        List<CompletionStage<Long>> updates = IntStream.range(0, Replies.MAX_OUTSTANDING)
                .mapToObj(i -> handle.updateContext("x"))
                .toList();

        CompletionStage<Long> oneMore = handle.updateContext("x");

        assertThat(gateway.received()).hasSize(Replies.MAX_OUTSTANDING);
        assertThat(updates).noneMatch(it -> it.toCompletableFuture().isDone());
        assertFailed(oneMore, NotBound.class);
    }

    @Test
    void what_no_provider_may_have_fails_in_the_callers_hands() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        List<Tool> many = IntStream.range(0, 101).mapToObj(i -> tool("t" + i)).toList();

        assertThatThrownBy(() -> handle.replaceTools(many)).hasMessageContaining("at most 100 tools");
        assertThatThrownBy(() -> handle.updateTools(List.of(tool("OLD")))).hasMessageContaining("upper and lower case");
        assertThatThrownBy(() -> handle.updateHooks(HookSet.NONE)).isInstanceOf(IllegalArgumentException.class);
        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void D105_updated_rules_replace_their_gates_with_the_ack() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        handle.updateHooks(HookSet.builder()
                .gate(Match.ANY, check -> GateDecision.deny("first"))
                .build());
        gateway.says(ack(gateway.received(HooksUpdate.class).requestId(), 2));
        handle.updateHooks(HookSet.builder()
                .gate(Match.ANY, check -> GateDecision.deny("second"))
                .build());
        HooksUpdate update = gateway.received(HooksUpdate.class);

        GateResult before = gateway.says(gateCheck(ABC)).received(GateResult.class);
        gateway.says(ack(update.requestId(), 3));
        GateResult after = gateway.says(gateCheck(ABC)).received(GateResult.class);

        assertThat(before.reason()).contains("first");
        assertThat(after.reason()).contains("second");
    }

    @Test
    void D105_transforms_are_merged_by_section_and_an_empty_rule_list_clears_the_rules() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        handle.updateHooks(HookSet.builder()
                .deny(Match.tool("shell"), "no")
                .append("a", "1")
                .append("b", "2")
                .build());
        gateway.says(ack(gateway.received(HooksUpdate.class).requestId(), 2));
        handle.updateHooks(HookSet.builder()
                .noRules()
                .withoutTransform("a")
                .prepend("c", "3")
                .build());
        gateway.says(ack(gateway.received(HooksUpdate.class).requestId(), 3));

        gateway.hangsUp();
        ScriptedGateway next = new ScriptedGateway(session);
        next.received();

        Hooks registered = next.says(sessions("abc"))
                .received(Hello.class)
                .contribution()
                .hooks()
                .orElseThrow();

        assertThat(registered.onPreToolUse()).isEmpty();
        assertThat(registered.transforms()).containsOnlyKeys("b", "c");
    }

    @Test
    void D083_filters_are_set_again_with_the_next_binding() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        handle.setFilter("noise", List.of(new FilterRule(".*", FilterRule.Outcome.DROP)));
        handle.setFilter("quiet", List.of(new FilterRule(".*", FilterRule.Outcome.KEEP)));
        gateway.received().forEach(it -> gateway.says(ack(((FilterSet) it).requestId(), 2)));
        handle.setFilter("quiet", List.of());
        gateway.says(ack(gateway.received(FilterSet.class).requestId(), 3));
        gateway.hangsUp();

        ScriptedGateway next = new ScriptedGateway(session).says(sessions("abc"));
        next.received();
        FilterSet again = next.says(helloAck("abc")).received(FilterSet.class);

        assertThat(again.stream()).isEqualTo(StreamAddress.parse("noise"));
        assertThat(again.requestId()).isEmpty();
    }

    @Test
    void a_query_is_answered_by_its_history() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);

        CompletionStage<StreamHistory> answer = handle.query(5, StreamAddress.parse("ci"));
        StreamQuery query = gateway.received(StreamQuery.class);
        StreamHistory history = new StreamHistory(query.queryId(), ABC, Map.of("ci@ci", List.of()), false);
        gateway.says(history);

        assertThat(query.last()).isEqualTo(OptionalLong.of(5));
        assertThat(query.streams()).containsExactly(StreamAddress.parse("ci"));
        assertThat(answer.toCompletableFuture()).isCompletedWithValue(history);
    }

    @Test
    void a_refused_query_fails_with_the_gateways_code() {
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        CompletionStage<StreamHistory> answer = handle.query(5, StreamAddress.parse("x@other"));
        StreamQuery query = gateway.received(StreamQuery.class);

        gateway.says(error(
                ErrorCode.UNAUTHORIZED,
                "stream.query",
                new Correlation(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(query.queryId().value()),
                        Optional.empty(),
                        Optional.empty())));

        assertFailed(answer, Refused.class);
    }

    @Test
    void D114_a_handle_for_one_session_concerns_no_other() {
        ProviderSession everywhere = ProviderSession.inProcess(provider, SessionId.ALL, Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(everywhere).says(helloAck("all"));
        gateway.received();
        BoundProvider inDef = everywhere.handle().in(DEF);

        inDef.push(PushLevel.KEEP, "only there");
        Push push = gateway.received(Push.class);
        inDef.replaceTools(List.of(tool("special")));
        ToolsUpdate update = gateway.received(ToolsUpdate.class);
        gateway.says(ack(update.requestId(), 2));

        assertThat(push.target().sessionId()).contains(DEF);
        assertThat(update.sessionId()).contains(DEF);
        assertThat(resultOf(gateway, DEF, "special")).isInstanceOf(ToolResult.Result.Data.class);
        assertThat(resultOf(gateway, DEF, "old")).isInstanceOf(ToolResult.Result.Failure.class);
        assertThat(resultOf(gateway, ABC, "old")).isInstanceOf(ToolResult.Result.Data.class);
        assertThat(resultOf(gateway, ABC, "special")).isInstanceOf(ToolResult.Result.Failure.class);
    }

    @Test
    void D114_a_general_update_reaches_sessions_that_were_changed_alone() {
        ProviderSession everywhere = ProviderSession.inProcess(provider, SessionId.ALL, Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(everywhere).says(helloAck("all"));
        gateway.received();
        everywhere.handle().in(DEF).updateTools(List.of(tool("special")));
        gateway.says(ack(gateway.received(ToolsUpdate.class).requestId(), 2));

        everywhere.handle().updateTools(List.of(tool("common")));
        gateway.says(ack(gateway.received(ToolsUpdate.class).requestId(), 3));

        assertThat(resultOf(gateway, DEF, "common")).isInstanceOf(ToolResult.Result.Data.class);
        assertThat(resultOf(gateway, DEF, "special")).isInstanceOf(ToolResult.Result.Data.class);
    }

    private static ToolResult.Result resultOf(ScriptedGateway gateway, SessionId session, String tool) {
        return gateway.says(new ToolCall(new CallId("c"), session, new ToolName(tool), JsonValue.EMPTY_OBJECT))
                .received(ToolResult.class)
                .result();
    }

    private static GateCheck gateCheck(SessionId session) {
        return new GateCheck(new GateId("gate-1"), new CallId("g-1"), session, "shell", JsonValue.EMPTY_OBJECT);
    }

    private static Ack ack(Optional<RequestId> request, long revision) {
        return new Ack(request.orElseThrow(), ABC, revision);
    }

    private static Correlation correlated(Optional<RequestId> request) {
        return new Correlation(
                Optional.empty(),
                Optional.of(request.orElseThrow().value()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static void assertFailed(CompletionStage<?> stage, Class<? extends Throwable> type) {
        assertThat(stage.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(type);
    }
}
