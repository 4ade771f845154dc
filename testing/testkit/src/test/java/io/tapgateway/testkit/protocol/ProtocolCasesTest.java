package io.tapgateway.testkit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.protocol.Faults.Fault;
import io.tapgateway.testkit.protocol.Station.State;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each message of a provider, in each state of a connection, with each fault that a field can have: what is answered,
 * and that nothing changes.
 */
class ProtocolCasesTest {
    static List<MessageType> types() {
        return Arrays.stream(MessageType.values())
                .filter(MessageType::fromProvider)
                .toList();
    }

    static Stream<Arguments> typesAndStates() {
        return types().stream().flatMap(type -> Arrays.stream(State.values()).map(state -> Arguments.of(type, state)));
    }

    @Test
    void there_are_at_least_three_thousand_cases() {
        int faults = types().stream().mapToInt(type -> Faults.of(type).size()).sum();

        assertThat(faults * State.values().length).isGreaterThanOrEqualTo(3_000);
    }

    @ParameterizedTest
    @MethodSource("typesAndStates")
    void D030_a_faulty_field_is_named_and_changes_nothing(MessageType type, State state) {
        assertThat(Faults.of(type)).isNotNull().allSatisfy(fault -> {
            Station station = Station.at(state);
            Station.Snapshot before = station.snapshot();

            station.says(fault.text());

            assertAnswer(type, state, fault, station.heard());
            if (!ends(fault)) {
                assertThat(station.snapshot()).isEqualTo(before);
            }
        });
    }

    private static boolean ends(Fault fault) {
        return fault.pointer().equals("/protocolVersion");
    }

    private static void assertAnswer(MessageType type, State state, Fault fault, List<Inbox.Frame> heard) {
        boolean taken = state.takes(type);
        if (state == State.DISCONNECTED || (type.isLateTolerant() && !taken && !state.isBeforeAuthentication())) {
            assertThat(heard).isEmpty();
        } else if (!taken && state.isBeforeAuthentication()) {
            String start = "'" + type.wireName() + "' not legal in state ";
            assertEnd(heard, CloseCode.AUTH_FAILED, ErrorCode.AUTH_FAILED, type, start);
        } else if (taken && fault.pointer().equals("/mode")) {
            assertEnd(heard, CloseCode.AUTH_FAILED, ErrorCode.AUTH_FAILED, type, fault.pointer());
        } else if (taken && fault.pointer().equals("/protocolVersion")) {
            assertEnd(heard, CloseCode.UNSUPPORTED_VERSION, ErrorCode.UNSUPPORTED_VERSION, type, fault.pointer());
        } else if (!taken && fault.pointer().equals("/mode")) {
            String start = "'" + type.wireName() + "' not legal in state ";
            assertOneError(heard, ErrorCode.UNKNOWN_TYPE, type, start);
        } else {
            assertOneError(heard, ErrorCode.INVALID_JSON, type, fault.pointer());
        }
    }

    /** A credential that is none, and a version that nobody speaks, leave nothing to talk about (D-038, D-010). */
    private static void assertEnd(
            List<Inbox.Frame> heard, CloseCode close, ErrorCode code, MessageType type, String start) {
        assertThat(heard).hasSize(2).last().isEqualTo(new Inbox.Frame.Closed(close.code()));
        assertError(heard.get(0), code, type, start);
    }

    private static void assertOneError(List<Inbox.Frame> heard, ErrorCode code, MessageType type, String start) {
        assertThat(heard).hasSize(1);
        assertError(heard.get(0), code, type, start);
    }

    private static void assertError(Inbox.Frame frame, ErrorCode code, MessageType type, String start) {
        assertThat(frame).isInstanceOfSatisfying(Inbox.Frame.Text.class, text -> {
            assertThat(text.text())
                    .startsWith("{\"type\":\"error\",\"code\":\"" + code + "\",\"message\":\"" + start)
                    .contains("\"replyTo\":\"" + type.wireName() + "\"");
        });
    }
}
