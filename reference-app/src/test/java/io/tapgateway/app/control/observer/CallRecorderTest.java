package io.tapgateway.app.control.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is kept of what is said in calls. */
final class CallRecorderTest {
    private static final SessionId MAIN = new SessionId("main");
    private static final CallTrace TRACE = new CallTrace(
            Instant.EPOCH,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO,
            List.of(),
            Optional.empty(),
            Optional.empty());

    private final CallRecorder recorder = new CallRecorder(true);

    @BeforeEach
    void open() {
        recorder.onSessionChanged(new GatewayEvent.SessionChanged(MAIN, GatewayEvent.SessionChanged.Phase.OPENED));
    }

    private void ends(SessionId session, String call, String text) {
        endsSaying(session, call, text, "no result");
    }

    private void endsSaying(SessionId session, String call, String text, String error) {
        recorder.onCallEnded(new GatewayEvent.CallEnded(
                session,
                new CallId(call),
                new ToolName("greet"),
                JsonValue.of(Map.of("name", text)),
                ToolOutcome.failure(ToolErrorCode.TIMEOUT, error),
                TRACE));
    }

    private Optional<String> said(String call) {
        return recorder.of(MAIN, new CallId(call));
    }

    @Test
    void it_keeps_arguments_and_outcome_and_forgets_them_when_it_is_switched_off() {
        ends(MAIN, "a", "Ada");

        assertThat(said("a"))
                .contains(
                        "{\"callId\":\"a\",\"tool\":\"greet\",\"args\":{\"name\":\"Ada\"},"
                                + "\"outcome\":{\"ok\":false,\"error\":\"no result\",\"errorCode\":\"TIMEOUT\",\"retryable\":false}}");
        assertThat(recorder.of(new SessionId("other"), new CallId("a"))).isEmpty();
        recorder.switchTo(false);
        ends(MAIN, "b", "Bob");
        recorder.switchTo(true);

        assertThat(said("a")).isEmpty();
        assertThat(said("b")).isEmpty();
        assertThat(recorder.extent()).isEqualTo(new CallRecorder.Extent(0, 0));
    }

    @Test
    void what_gates_have_answered_is_kept_with_the_call_that_they_were_asked_about() {
        Duration took = Duration.ofNanos(1_500_000);
        recorder.onGateAnswered(answer(Optional.of("a"), Optional.of(GateResult.Decision.DENY), took));
        recorder.onGateAnswered(answer(Optional.of("a"), Optional.empty(), took));
        recorder.onGateAnswered(answer(Optional.empty(), Optional.of(GateResult.Decision.ALLOW), took));

        ends(MAIN, "a", "Ada");
        ends(MAIN, "b", "Bob");

        assertThat(said("a"))
                .get()
                .asString()
                .contains(
                        "\"gates\":[{\"provider\":\"guard\",\"decision\":\"deny\",\"said\":\"not now\",\"micros\":1500},"
                                + "{\"provider\":\"guard\",\"said\":\"not now\",\"micros\":1500}]");
        assertThat(said("b")).get().asString().doesNotContain("gates");
    }

    private static GatewayEvent.GateAnswered answer(
            Optional<String> call, Optional<GateResult.Decision> decision, Duration took) {
        return new GatewayEvent.GateAnswered(
                MAIN,
                call.map(CallId::new),
                "greet",
                new ProviderName("guard"),
                decision,
                Optional.of("not now"),
                took);
    }

    @Test
    void T07_it_keeps_no_token() {
        String token = "ptk-" + "a".repeat(43);

        ends(MAIN, "a", "my " + token);

        assertThat(said("a")).get().asString().contains("my ptk-").doesNotContain(token);
    }

    @Test
    void what_a_part_may_take_is_kept_whole_and_of_more_the_beginning() {
        int most = CallRecorder.MAX_PART_BYTES - "{\"name\":\"\"}".length();

        ends(MAIN, "fits", "x".repeat(most));
        ends(MAIN, "cut", "x".repeat(most + 1));

        assertThat(said("fits")).get().asString().contains("\"args\":{\"name\":\"xx");
        assertThat(said("cut"))
                .get()
                .asString()
                .contains("\"argsCut\":{\"bytes\":24577,\"beginning\":\"{\\\"name\\\":\\\"xx")
                .hasSizeLessThan(5_000);
    }

    @Test
    void no_call_takes_more_than_a_call_may_whatever_is_said_and_by_how_many_gates() {
        String longest = "c".repeat(60);
        for (int i = 0; i < 200; i++) {
            recorder.onGateAnswered(answerOf(longest, "\u0001\u2028".repeat(1_000)));
        }
        String most = "\u0001".repeat((CallRecorder.MAX_PART_BYTES - 100) / 6);

        endsSaying(MAIN, longest, most, most);

        assertThat(said(longest).map(Utf8Length::of).orElseThrow())
                .isBetween(CallRecorder.MAX_CALL_BYTES - 5_000L, (long) CallRecorder.MAX_CALL_BYTES);
        assertThat(said(longest)).get().asString().contains("\"args\":", "\"outcome\":", "\"gates\":");
    }

    @Test
    void gates_that_answer_late_leave_nothing_behind() {
        for (int i = 0; i < 2 * CallRecorder.MAX_OPEN_CALLS; i++) {
            recorder.onGateAnswered(answerOf("never-ends-" + i, "no"));
        }
        ends(MAIN, "never-ends-0", "Ada");
        assertThat(said("never-ends-0")).get().asString().doesNotContain("gates");

        recorder.onSessionChanged(new GatewayEvent.SessionChanged(MAIN, GatewayEvent.SessionChanged.Phase.ENDED));
        recorder.onGateAnswered(answerOf("a", "too late"));
        ends(MAIN, "a", "Ada");

        assertThat(recorder.extent()).isEqualTo(new CallRecorder.Extent(0, 0));
        assertThat(said("a")).isEmpty();
    }

    private static GatewayEvent.GateAnswered answerOf(String call, String said) {
        return new GatewayEvent.GateAnswered(
                MAIN,
                Optional.of(new CallId(call)),
                "greet",
                new ProviderName("guard"),
                Optional.of(GateResult.Decision.DENY),
                Optional.of(said),
                Duration.ofNanos(1_500_000));
    }

    @Test
    void the_oldest_calls_of_a_session_make_room_and_a_session_takes_its_calls_along() {
        String large = "x".repeat(20_000);
        int fit = CallRecorder.MAX_SESSION_BYTES / 21_000;
        for (int i = 0; i < fit + 100; i++) {
            ends(MAIN, "call-" + i, large);
        }

        assertThat(said("call-0")).isEmpty();
        assertThat(said("call-" + (fit + 99))).isPresent();
        assertThat(recorder.extent().bytes())
                .isBetween(CallRecorder.MAX_SESSION_BYTES - 21_000L, (long) CallRecorder.MAX_SESSION_BYTES);
        recorder.onSessionChanged(new GatewayEvent.SessionChanged(MAIN, GatewayEvent.SessionChanged.Phase.ENDED));
        assertThat(recorder.extent()).isEqualTo(new CallRecorder.Extent(0, 0));
    }
}
