package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a host can do with one call that it has started, on the test's own thread. */
class LocalCallHandleTest {
    private final LocalGateway local = new LocalGateway();
    private final List<ToolInvocation> running = new ArrayList<>();
    private final List<CompletableFuture<String>> results = new ArrayList<>();

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // handlers may return stages
    private void attachWorker() {
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("worker")
                        .tool("work", "Takes its time", Schema.object(), call -> {
                            CompletableFuture<String> result = new CompletableFuture<>();
                            running.add(call);
                            results.add(result);
                            return result;
                        })
                        .build());
    }

    private CallHandle start(CallOptions options) {
        return local.session.startCall("work", JsonValue.EMPTY_OBJECT, options);
    }

    @Test
    void D233_cancelling_ends_that_call_and_tells_its_provider() {
        attachWorker();
        CallHandle first = start(CallOptions.NONE);
        CallHandle second = start(CallOptions.NONE);

        first.cancel();
        results.get(1).complete("done");

        assertThat(LocalGateway.now(first.outcome()).failedWith(ToolErrorCode.CANCELLED))
                .isTrue();
        assertThat(LocalGateway.now(second.outcome()).ok()).isTrue();
        assertThat(running).extracting(ToolInvocation::isCancelled).containsExactly(true, false);
    }

    @Test
    void D233_the_id_is_known_at_once_and_stands_on_the_wire_and_in_the_timeline() {
        attachWorker();

        CallHandle call = start(CallOptions.NONE);
        running.get(0).progress("half way");

        assertThat(running.get(0).id()).isEqualTo(call.id());
        assertThat(local.host.timeline())
                .filteredOn(it -> it.level() == TimelineEntry.Level.PROGRESS)
                .extracting(TimelineEntry::call)
                .containsExactly(Optional.of(call.id()));
    }

    @Test
    void D233_a_host_may_name_a_call_but_not_two_that_run() {
        attachWorker();
        CallId name = new CallId("call-of-my-own");

        CallHandle first = start(CallOptions.NONE.named(name));
        CallHandle second = start(CallOptions.NONE.named(name));

        assertThat(first.id()).isEqualTo(name);
        assertThat(LocalGateway.now(second.outcome()).failedWith(ToolErrorCode.INTERNAL))
                .isTrue();
        assertThat(first.outcome().toCompletableFuture()).isNotDone();
    }

    /** The provider of a cancelled call still owes an answer, and must not answer the next call of that name by it. */
    @Test
    void D135_calls_of_one_name_are_never_one_call_to_their_provider() {
        attachWorker();
        CallOptions named = CallOptions.NONE.named(new CallId("mine"));
        start(named).cancel();

        CallHandle second = start(named);

        assertThat(second.id()).isEqualTo(new CallId("mine"));
        assertThat(running).hasSize(2);
        assertThat(running.get(1).id()).isNotEqualTo(running.get(0).id()).isNotEqualTo(second.id());
        assertThat(second.outcome().toCompletableFuture()).isNotDone();
    }

    @Test
    void D233_who_cancels_the_stage_of_a_call_cancels_the_call() {
        attachWorker();
        CompletableFuture<ToolOutcome> call =
                local.session.callTool("work", JsonValue.EMPTY_OBJECT).toCompletableFuture();

        boolean cancelled = call.cancel(true);

        assertThat(cancelled).isTrue();
        assertThat(call).isCancelled();
        assertThat(running.get(0).isCancelled()).isTrue();
    }

    @Test
    void D233_cancelling_what_has_ended_does_nothing() {
        attachWorker();
        CallHandle call = start(CallOptions.NONE);
        results.get(0).complete("done");

        call.cancel();

        assertThat(LocalGateway.now(call.outcome()).ok()).isTrue();
        assertThat(running.get(0).isCancelled()).isFalse();
    }

    @Test
    void D234_a_deadline_that_is_shorter_than_the_tools_ends_the_call() {
        attachWorker();
        CallHandle call = start(CallOptions.NONE.within(Duration.ofMillis(500)));

        local.clock.advance(Duration.ofMillis(500));

        assertThat(LocalGateway.now(call.outcome()).failedWith(ToolErrorCode.TIMEOUT))
                .isTrue();
        assertThat(running.get(0).isCancelled()).isTrue();
    }

    @Test
    void D234_a_deadline_is_positive() {
        assertThatThrownBy(() -> CallOptions.NONE.within(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void D235_progress_is_numbered_and_comes_before_the_outcome() {
        attachWorker();
        List<Object> told = new ArrayList<>();
        CallHandle call = start(CallOptions.NONE.reportingTo(told::add));
        var unused = call.outcome().thenAccept(told::add);

        running.get(0).progress("one");
        running.get(0).progress("two");
        results.get(0).complete("done");
        running.get(0).progress("three");

        assertThat(told).hasSize(3).startsWith(new CallProgress(1, "one"), new CallProgress(2, "two"));
        assertThat(told.get(2)).isInstanceOf(ToolOutcome.Success.class);
    }

    @Test
    void M023_a_report_has_the_numbers_of_its_provider() {
        attachWorker();
        List<CallProgress> told = new ArrayList<>();
        start(CallOptions.NONE.reportingTo(told::add));

        running.get(0).progress("copying", ProgressAmount.of(3, 10));
        running.get(0).progress("", ProgressAmount.of(0.5));

        assertThat(told)
                .containsExactly(
                        new CallProgress(1, "copying", Optional.of(ProgressAmount.of(3, 10))),
                        new CallProgress(2, "", Optional.of(ProgressAmount.of(0.5))));
        assertThat(local.host.timeline())
                .filteredOn(it -> it.level() == TimelineEntry.Level.PROGRESS)
                .extracting(TimelineEntry::text)
                .containsExactly("work: copying (3 of 10)", "work: 0.5");
    }

    @Test
    void M023_what_a_host_adds_to_a_call_reaches_a_provider_of_this_process_as_it_is() {
        attachWorker();
        JsonValue added = JsonValue.of(Map.of("tracestate", "a=b", "com.example/who", List.of(1)));

        start(CallOptions.NONE.adding(added));
        start(CallOptions.NONE);

        assertThat(running).extracting(ToolInvocation::additions).containsExactly(Optional.of(added), Optional.empty());
    }

    @Test
    void D235_a_listener_that_throws_costs_the_call_nothing() {
        attachWorker();
        CallHandle call = start(CallOptions.NONE.reportingTo(progress -> {
            throw new IllegalStateException("the listener's bug");
        }));

        running.get(0).progress("one");
        results.get(0).complete("done");

        assertThat(LocalGateway.now(call.outcome()).ok()).isTrue();
    }
}
