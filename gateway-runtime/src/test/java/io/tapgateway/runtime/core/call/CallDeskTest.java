package io.tapgateway.runtime.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.DrivenCore;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A call from the host's wish to its one outcome: at a provider that works on one at a time. */
class CallDeskTest {
    private static final JsonValue ARGS = JsonValue.of(Map.of("name", "Ada"));
    private static final Duration QUEUE_WAIT = Duration.ofMillis(Limit.QUEUE_WAIT.standard());
    private static final Duration TIMEOUT = Duration.ofMillis(Limit.DEFAULT_TOOL_TIMEOUT.standard());

    /** How its host knows a call. */
    private record Asked(String name) implements Receipt<ToolOutcome> {
        private CallId id() {
            return new CallId(name);
        }
    }

    private final DrivenCore core = new DrivenCore(Policies.STANDARD);
    private final ConnectionId provider = bound();

    private ConnectionId bound() {
        ConnectionId connection = core.connect(core.spawnToken("greeter"));
        Hello.Contribution tools = new Hello.Contribution(
                Optional.of(List.of(ToolDefinition.of("greet", "Greets", ToolDefinition.NO_PARAMETERS))),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Concurrency(1, Concurrency.Scope.PROVIDER)),
                Hello.Contribution.NOTHING.texts(),
                Optional.empty(),
                false);
        core.says(
                connection,
                new Hello(
                        new Hello.Identity(new ProviderName("greeter"), Optional.empty()),
                        Optional.empty(),
                        Optional.empty(),
                        tools));
        return connection;
    }

    private Asked call(String name, String tool) {
        return call(name, tool, CallOptions.NONE);
    }

    private Asked call(String name, String tool, CallOptions options) {
        Asked asked = new Asked(name);
        core.input(new HostInput.ToolCalled(DrivenCore.SESSION, asked.id(), tool, ARGS, options, asked));
        return asked;
    }

    private List<ToolOutcome> outcomes(Asked asked) {
        return core.effects().all(RecordingEffects.Completed.class).stream()
                .filter(completed -> completed.receipt() == asked)
                .map(completed -> (ToolOutcome) completed.answer())
                .toList();
    }

    private void endsAs(Asked asked, ToolErrorCode code) {
        assertThat(outcomes(asked))
                .singleElement()
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    private List<ToolCall> sent() {
        return core.sent(provider, ToolCall.class);
    }

    private void answers(ToolCall call) {
        core.says(provider, ToolResult.data(call.id(), JsonValue.of("Hello")));
    }

    @Test
    void a_call_goes_to_the_provider_whose_tool_it_is_and_has_its_answer() {
        Asked call = call("c1", "greet");

        assertThat(sent()).singleElement().satisfies(it -> {
            assertThat(it.tool().value()).isEqualTo("greet");
            assertThat(it.args()).isEqualTo(ARGS);
        });
        answers(sent().get(0));

        assertThat(outcomes(call))
                .singleElement()
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data()).isEqualTo(JsonValue.of("Hello")));
    }

    @Test
    void a_tool_that_nobody_has_is_unknown_at_once() {
        endsAs(call("c1", "other"), ToolErrorCode.NOT_FOUND);
        assertThat(sent()).isEmpty();
    }

    @Test
    void M023_a_call_to_which_more_is_added_than_it_may_carry_is_refused_at_once() {
        String around = "{\"a\":\"\"}";
        String most = "x".repeat((int) Limit.CALL_ADDITIONS.standard() - around.length());
        JsonValue added = JsonValue.of(Map.of("a", most));

        Asked refused = call("c1", "greet", CallOptions.NONE.adding(JsonValue.of(Map.of("a", most + "x"))));
        call("c1", "greet", CallOptions.NONE.adding(added));

        endsAs(refused, ToolErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(sent())
                .singleElement()
                .satisfies(it -> assertThat(it.additions()).contains(added));
    }

    @Test
    void D138_the_second_call_waits_until_the_first_is_answered() {
        call("c1", "greet");
        call("c2", "greet");

        assertThat(sent()).hasSize(1);
        answers(sent().get(0));

        assertThat(sent()).hasSize(2);
    }

    @Test
    void D138_who_has_waited_for_as_long_as_one_may_gets_no_place() {
        call("c1", "greet");
        Asked second = call("c2", "greet");

        core.pass(QUEUE_WAIT.minusNanos(1));
        List<ToolOutcome> before = outcomes(second);
        core.pass(Duration.ofNanos(1));

        assertThat(before).isEmpty();
        assertThat(outcomes(second)).singleElement().isInstanceOf(ToolOutcome.Failure.class);
        assertThat(sent()).hasSize(1);
    }

    @Test
    void D136_a_call_that_is_not_answered_in_time_ends_and_its_provider_is_told() {
        Asked call = call("c1", "greet");

        core.pass(TIMEOUT.minusNanos(1));
        List<ToolOutcome> before = outcomes(call);
        core.pass(Duration.ofNanos(1));

        assertThat(before).isEmpty();
        endsAs(call, ToolErrorCode.TIMEOUT);
        assertThat(core.sent(provider, ToolCancel.class))
                .extracting(ToolCancel::id)
                .containsExactly(sent().get(0).id());
    }

    @Test
    void D148_an_answer_that_comes_too_late_changes_nothing() {
        Asked call = call("c1", "greet");
        core.pass(TIMEOUT);

        answers(sent().get(0));

        endsAs(call, ToolErrorCode.TIMEOUT);
        assertThat(core.errors(provider)).isEmpty();
    }

    @Test
    void D143_a_place_is_taken_until_the_provider_has_answered_or_has_been_waited_for() {
        call("c1", "greet");
        core.input(new HostInput.CallCancelled(DrivenCore.SESSION, new CallId("c1")));
        call("c2", "greet");

        assertThat(sent()).hasSize(1);
        answers(sent().get(0));

        assertThat(sent()).hasSize(2);
    }

    @Test
    void a_call_that_its_host_cancels_while_it_waits_is_never_sent() {
        call("c1", "greet");
        Asked second = call("c2", "greet");

        core.input(new HostInput.CallCancelled(DrivenCore.SESSION, second.id()));
        answers(sent().get(0));

        endsAs(second, ToolErrorCode.CANCELLED);
        assertThat(sent()).hasSize(1);
    }

    @Test
    void a_provider_that_leaves_ends_what_it_has_and_what_waits_for_it() {
        Asked first = call("c1", "greet");
        Asked second = call("c2", "greet");

        core.says(provider, new Goodbye(Optional.empty()));

        endsAs(first, ToolErrorCode.DISCONNECTED);
        assertThat(outcomes(second)).singleElement().isInstanceOf(ToolOutcome.Failure.class);
    }

    @Test
    void a_connection_that_is_lost_ends_what_it_has_once() {
        Asked call = call("c1", "greet");

        core.input(new PeerInput.Closed(provider, CloseCode.GOING_AWAY));
        core.pass(TIMEOUT);

        endsAs(call, ToolErrorCode.DISCONNECTED);
    }
}
