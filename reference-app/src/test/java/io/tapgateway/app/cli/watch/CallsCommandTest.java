package io.tapgateway.app.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the time of a call went, in the words of a list. */
class CallsCommandTest {
    private static final JsonValue CALL = JsonValue.of(Map.of(
            "interceptorsMicros", 9_000,
            "gatesMicros", 20_000,
            "personMicros", 300_000,
            "queueMicros", 999,
            "workMicros", 4_000_000));

    @Test
    void whatever_a_call_waited_for_is_named_from_a_millisecond_on() {
        assertThat(CallsCommand.whereTimeWent(CALL)).isEqualTo("interceptors 9.0 ms, gates 20 ms, a person 300 ms");
    }

    @Test
    void all_of_it_is_part_of_how_long_it_took() {
        assertThat(CallsCommand.micros(CALL)).isEqualTo(4_329_999);
    }
}
