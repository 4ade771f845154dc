package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.LoneSession;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every stage of a call with every way out of it, and what there is of a call where. */
final class CallStageTest {
    private static final JsonValue ARGS = JsonValue.of(Map.of("text", "hello"));

    private final LoneSession fixture = new LoneSession();
    private final ProvidedTool tool = LoneSession.toolOf(fixture.provider("ci", "greet", 1));
    private final Aim.AtTool aim = new Aim.AtTool(tool, ARGS, true);
    private final Timers.Timer timer = fixture.kernel().timers().at(1, () -> {});
    private final Call call = new Call(
            new CallId("call-1"),
            new CallId("call-1"),
            fixture.session(),
            tool,
            JsonValue.EMPTY_OBJECT,
            new Receipt<ToolOutcome>() {},
            CallOptions.NONE,
            0);
    private final Inquiry inquiry = new Inquiry(call, 1);

    private final CallStage asked = CallStage.begin();
    private final Chain chain = new Chain(call, "call-1", false);
    private final CallStage intercepted = asked.toIntercepted(aim, chain, 1, timer);
    private final CallStage gated = asked.toGated(aim, inquiry);
    private final CallStage questioned = gated.toQuestioned(inquiry, 3, timer);
    private final CallStage queued = asked.toQueued(aim, 2, timer);
    private final CallStage sent = queued.toSent(tool, 5, timer);
    private final CallStage reading = sent.toReading(timer);
    private final CallStage abandoned = sent.toAbandoned(timer);
    private final CallStage ended = asked.toEnded();
    private final List<CallStage> stages =
            List.of(asked, intercepted, gated, questioned, queued, sent, reading, abandoned, ended);

    private Map<String, UnaryOperator<CallStage>> transitions() {
        Map<String, UnaryOperator<CallStage>> transitions = new LinkedHashMap<>();
        transitions.put("toIntercepted", stage -> stage.toIntercepted(aim, chain, 1, timer));
        transitions.put("toPassed", CallStage::toPassed);
        transitions.put("toGated", stage -> stage.toGated(aim, inquiry));
        transitions.put("toGatedAgain", stage -> stage.toGatedAgain(inquiry));
        transitions.put("toQuestioned", stage -> stage.toQuestioned(inquiry, 3, timer));
        transitions.put("toApproved", CallStage::toApproved);
        transitions.put("toCleared", stage -> stage.toCleared(Clearance.NONE));
        transitions.put("toQueued", stage -> stage.toQueued(aim, 2, timer));
        transitions.put("toQueuedElsewhere", stage -> stage.toQueuedElsewhere(tool));
        transitions.put("toAimedAt", stage -> stage.toAimedAt(tool));
        transitions.put("toOverdue", CallStage::toOverdue);
        transitions.put("toSent", stage -> stage.toSent(tool, 5, timer));
        transitions.put("toReporting", stage -> stage.toReporting(new SlidingWindow(1, 1)));
        transitions.put("toReading", stage -> stage.toReading(timer));
        transitions.put("toAbandoned", stage -> stage.toAbandoned(timer));
        transitions.put("toEnded", CallStage::toEnded);
        return transitions;
    }

    @Test
    void a_stage_has_these_exits_and_no_others() {
        assertThat(page()).isEqualTo("""
                Asked: toIntercepted → Intercepted, toGated → Gated, toQueued → Queued, toSent → Sent, toEnded → Ended
                Intercepted: toIntercepted → Intercepted, toPassed → Asked, toEnded → Ended
                Gated: toQuestioned → Questioned, toCleared → Asked, toEnded → Ended
                Questioned: toQuestioned → Questioned, toApproved → Gated, toEnded → Ended
                Queued: toIntercepted → Intercepted, toGatedAgain → Queued, toQuestioned → Questioned, toCleared → Queued, toQueuedElsewhere → Queued, toAimedAt → Queued,\
                 toOverdue → Queued, toSent → Sent, toEnded → Ended
                Sent: toReporting → Sent, toReading → Reading, toAbandoned → Abandoned, toEnded → Ended
                Reading: toEnded → Ended
                Abandoned: toEnded → Ended
                Ended:\s
                """);
    }

    private String page() {
        return stages.stream()
                .map(stage -> name(stage) + ": " + String.join(", ", exits(stage)) + "\n")
                .collect(Collectors.joining());
    }

    private List<String> exits(CallStage stage) {
        List<String> exits = new ArrayList<>();
        transitions().forEach((name, transition) -> {
            try {
                exits.add(name + " → " + name(transition.apply(stage)));
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessage(name + ": the call is " + name(stage));
            }
        });
        return exits;
    }

    private static String name(CallStage stage) {
        return stage.getClass().getSimpleName();
    }

    @Test
    void every_transition_of_the_family_is_on_that_page() {
        assertThat(CallStage.class.getDeclaredMethods())
                .extracting(method -> method.getName())
                .filteredOn(name -> name.matches("to[A-Z].*"))
                .containsExactlyInAnyOrderElementsOf(transitions().keySet());
    }

    @Test
    void what_there_is_of_a_call_is_there_in_these_stages() {
        assertThat(holding(CallStage::target))
                .containsExactly(intercepted, gated, questioned, queued, sent, reading, abandoned);
        assertThat(holding(CallStage::args)).containsExactly(intercepted, gated, questioned, queued);
        assertThat(holding(CallStage::isPinned)).containsExactly(intercepted, gated, questioned, queued);
        assertThat(holding(CallStage::clearance)).containsExactly(asked, intercepted, queued);
        assertThat(holding(CallStage::contexts))
                .containsExactly(asked, intercepted, gated, questioned, queued, sent, reading);
        assertThat(stages)
                .filteredOn(stage -> stage.timer() != null)
                .containsExactly(intercepted, questioned, queued, sent, reading, abandoned);
        assertThat(stages).filteredOn(stage -> stage.inquiry() != null).containsExactly(gated, questioned);
        assertThat(stages)
                .filteredOn(CallStage::isLive)
                .containsExactly(asked, intercepted, gated, questioned, queued, sent, reading);
    }

    private List<CallStage> holding(Function<CallStage, ?> accessor) {
        return stages.stream()
                .filter(stage -> {
                    try {
                        var unused = accessor.apply(stage);
                        return true;
                    } catch (IllegalStateException refused) {
                        return false;
                    }
                })
                .toList();
    }

    @Test
    void what_rules_have_said_stays_with_a_call_until_it_ends() {
        List<CallContext> said = List.of(new CallContext(
                "mind the gap",
                new ToolOutcome.Provenance(tool.owner(), tool.view().trust())));
        CallStage cleared = gated.toCleared(new Clearance(0, "greet", said, Agreement.NONE));

        assertThat(List.of(
                        cleared,
                        cleared.toQueued(aim, 0, timer),
                        cleared.toSent(tool, 0, timer),
                        cleared.toSent(tool, 0, timer).toReading(timer)))
                .allSatisfy(stage -> assertThat(stage.contexts()).isEqualTo(said));
    }

    @Test
    void a_call_that_is_judged_again_has_something_to_wait_for_beside_its_time() {
        CallStage again = queued.toGatedAgain(inquiry);

        assertThat(again.inquiry()).isSameAs(inquiry);
        assertThat(again.timer()).isSameAs(timer);
        assertThat(again.toOverdue().timer()).isNull();
        assertThat(again.toOverdue().inquiry()).isSameAs(inquiry);
        assertThat(again.toQueuedElsewhere(tool).inquiry()).isNull();
        assertThat(again.toAimedAt(tool).inquiry()).isSameAs(inquiry);
        assertThat(again.toCleared(Clearance.NONE).inquiry()).isNull();
    }

    @Test
    void a_trace_tells_how_long_a_call_was_where() {
        call.queue(aim, 200, timer);
        CallTrace waiting = call.trace(500, Instant.EPOCH);
        call.send(tool, 700, timer);
        CallTrace running = call.trace(1_500, Instant.EPOCH);

        assertThat(List.of(waiting.gates(), waiting.queue(), waiting.work()))
                .containsExactly(Duration.ofNanos(200), Duration.ofNanos(300), Duration.ZERO);
        assertThat(List.of(running.gates(), running.queue(), running.work()))
                .containsExactly(Duration.ofNanos(200), Duration.ofNanos(500), Duration.ofNanos(800));
    }

    @Test
    void U120_the_time_of_a_person_is_told_apart() {
        call.gate(aim, inquiry);
        call.question(inquiry, 200, timer);
        CallTrace asking = call.trace(900, Instant.EPOCH);
        call.approve(1_000);
        call.clear(inquiry, List.of());
        call.send(tool, 1_300, timer);
        CallTrace running = call.trace(1_500, Instant.EPOCH);

        assertThat(List.of(asking.gates(), asking.person(), asking.queue(), asking.work()))
                .containsExactly(Duration.ofNanos(200), Duration.ofNanos(700), Duration.ZERO, Duration.ZERO);
        assertThat(List.of(running.gates(), running.person(), running.queue(), running.work()))
                .containsExactly(Duration.ofNanos(500), Duration.ofNanos(800), Duration.ZERO, Duration.ofNanos(200));
        assertThat(running.total()).isEqualTo(Duration.ofNanos(1_500));
        assertThat(call.clockedFrom()).isEqualTo(1_000);
    }

    @Test
    void U123_what_it_waited_for_a_place_before_a_person_was_asked_is_no_time_of_gates() {
        call.gate(aim, inquiry);
        call.clear(inquiry, List.of());
        call.queue(aim, 100, timer);
        call.gateAgain(inquiry);
        call.question(inquiry, 300, timer);
        call.approve(700);
        call.clear(inquiry, List.of());
        call.queue(aim, 750, timer);
        call.intercept(null, chain, 800, timer);
        call.pass(900);
        call.queue(aim, 900, timer);
        call.send(tool, 1_000, timer);

        CallTrace trace = call.trace(1_100, Instant.EPOCH);

        assertThat(List.of(trace.gates(), trace.person(), trace.interceptors(), trace.queue(), trace.work()))
                .containsExactly(
                        Duration.ofNanos(150),
                        Duration.ofNanos(400),
                        Duration.ofNanos(100),
                        Duration.ofNanos(350),
                        Duration.ofNanos(100));
        assertThat(trace.total()).isEqualTo(Duration.ofNanos(1_100));
    }

    @Test
    void Z061_the_time_of_interceptors_is_told_apart_and_counts_for_nothing_else() {
        call.intercept(null, chain, 100, timer);
        CallTrace asking = call.trace(400, Instant.EPOCH);
        call.pass(500);
        call.gate(aim, inquiry);
        call.clear(inquiry, List.of());
        call.send(tool, 800, timer);
        CallTrace running = call.trace(900, Instant.EPOCH);

        assertThat(List.of(asking.interceptors(), asking.gates(), asking.work()))
                .containsExactly(Duration.ofNanos(300), Duration.ofNanos(100), Duration.ZERO);
        assertThat(List.of(running.interceptors(), running.gates(), running.work()))
                .containsExactly(Duration.ofNanos(400), Duration.ofNanos(400), Duration.ofNanos(100));
        assertThat(running.total()).isEqualTo(Duration.ofNanos(900));
        assertThat(call.clockedFrom()).isEqualTo(400);
    }

    @Test
    void I01_a_call_that_has_ended_does_not_end_again() {
        call.end();

        assertThatIllegalStateException().isThrownBy(call::end).withMessage("toEnded: the call is Ended");
    }
}
