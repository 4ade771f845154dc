package io.tapgateway.app.control.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallNumbersTest {
    private static final SessionId MAIN = new SessionId("main");

    private static final ToolOutcome SUCCESS = new ToolOutcome.Success(
            JsonValue.of(1), new ToolOutcome.Provenance(new ProviderName("greeter"), TrustLevel.EXTERNAL));

    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final CallNumbers numbers = new CallNumbers(() -> now);

    private void ends(String tool, long millis) {
        ends(tool, millis, SUCCESS);
    }

    private void ends(String tool, long millis, ToolOutcome outcome) {
        Duration work = Duration.ofMillis(millis);
        Duration none = Duration.ZERO;
        CallTrace trace =
                new CallTrace(now, none, none, none, none, work, List.of(), Optional.empty(), Optional.empty());
        numbers.onCallEnded(
                new GatewayEvent.CallEnded(MAIN, new CallId("a"), new ToolName(tool), JsonValue.NULL, outcome, trace));
    }

    private JsonValue read(String member) {
        return JsonWriter.toValue(out -> numbers.write(out, MAIN)).get(member).orElseThrow();
    }

    @Test
    void each_of_the_last_minutes_has_its_calls_and_older_ones_are_forgotten() {
        ends("greet", 1);
        now = now.plusSeconds(60);
        ends("greet", 1);
        ends("greet", 1, ToolOutcome.failure(ToolErrorCode.TIMEOUT, "late"));
        now = now.plusSeconds(60L * (CallNumbers.MINUTES - 1));

        List<JsonValue> minutes = read("minutes").elements();

        assertThat(minutes).hasSize(CallNumbers.MINUTES);
        assertThat(minutes.get(0).json()).isEqualTo("{\"ok\":1,\"failed\":1}");
        assertThat(minutes.subList(1, minutes.size())).allMatch(it -> it.json().equals("{\"ok\":0,\"failed\":0}"));
        assertThat(read("results").json())
                .isEqualTo("[{\"result\":\"ok\",\"calls\":2},{\"result\":\"timeout\",\"calls\":1}]");
    }

    @Test
    void percentiles_are_those_of_the_newest_calls_of_a_tool() {
        ends("greet", 9_999);
        for (int millis = 1; millis <= CallNumbers.NEWEST; millis++) {
            ends("greet", millis);
        }

        assertThat(read("tools").json())
                .isEqualTo("[{\"tool\":\"greet\",\"calls\":201,\"p50Micros\":100000,\"p95Micros\":190000}]");
    }

    @Test
    void the_tool_that_was_used_longest_ago_makes_room() {
        for (int i = 0; i < CallNumbers.MOST_TOOLS; i++) {
            ends("tool-" + i, 1);
        }
        ends("tool-0", 1);
        ends("one-more", 1);

        assertThat(read("tools").elements()).hasSize(CallNumbers.MOST_TOOLS);
        assertThat(read("tools").json()).contains("\"tool-0\"", "\"one-more\"").doesNotContain("\"tool-1\"");
    }

    @Test
    void a_session_takes_its_numbers_along() {
        ends("greet", 1);

        numbers.onSessionChanged(new GatewayEvent.SessionChanged(MAIN, GatewayEvent.SessionChanged.Phase.ENDED));

        assertThat(read("tools").elements()).isEmpty();
    }
}
