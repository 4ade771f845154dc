package io.tapgateway.protocol.connection;

import static io.tapgateway.protocol.message.MessageType.AUTH;
import static io.tapgateway.protocol.message.MessageType.AUTH_CONFIRM;
import static io.tapgateway.protocol.message.MessageType.GATE_RESULT;
import static io.tapgateway.protocol.message.MessageType.GOODBYE;
import static io.tapgateway.protocol.message.MessageType.HELLO;
import static io.tapgateway.protocol.message.MessageType.SHUTDOWN_READY;
import static io.tapgateway.protocol.message.MessageType.TOOL_PROGRESS;
import static io.tapgateway.protocol.message.MessageType.TOOL_RESULT;
import static io.tapgateway.protocol.message.MessageType.TRANSFORM_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.MessageType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Every state with every message: A/states, D-032, D-045, D-098. */
class LegalityTest {
    private static final Set<MessageType> LATE =
            EnumSet.of(TOOL_RESULT, TOOL_PROGRESS, GATE_RESULT, TRANSFORM_RESULT, SHUTDOWN_READY);

    @Test
    void D032_before_authentication_anything_but_the_next_step_is_fatal() {
        assertThat(judged(States.AWAIT_AUTH, Legality.LEGAL)).containsExactly(AUTH);
        assertThat(judged(States.AWAIT_AUTH, Legality.FATAL)).isEqualTo(EnumSet.complementOf(EnumSet.of(AUTH)));
        assertThat(judged(States.AWAIT_CONSENT, Legality.FATAL)).hasSize(29);
        assertThat(judged(States.AWAIT_PAIRING, Legality.LEGAL)).containsExactly(AUTH_CONFIRM);
        assertThat(judged(States.AWAIT_PAIRING, Legality.FATAL))
                .isEqualTo(EnumSet.complementOf(EnumSet.of(AUTH_CONFIRM)));
    }

    @Test
    void D032_D098_without_a_binding_hello_and_goodbye_are_legal_and_late_answers_ignored() {
        for (GatewayState state : new GatewayState[] {States.AWAIT_HELLO, States.UNBOUND}) {
            assertThat(judged(state, Legality.LEGAL)).containsExactlyInAnyOrder(HELLO, GOODBYE);
            assertThat(judged(state, Legality.IGNORED)).isEqualTo(LATE);
            assertThat(judged(state, Legality.FATAL)).isEmpty();
        }
    }

    @Test
    void D094_while_a_hello_is_undecided_everything_waits() {
        for (GatewayState state : new GatewayState[] {States.REGISTERING, States.REBINDING}) {
            assertThat(judged(state, Legality.WAITS)).hasSize(29);
            assertThat(state.parks()).isTrue();
        }
    }

    @Test
    void D045_when_bound_everything_of_a_provider_is_legal_but_authentication() {
        Set<MessageType> legal = EnumSet.allOf(MessageType.class);
        legal.removeIf(type -> !type.fromProvider());
        legal.removeAll(EnumSet.of(AUTH, AUTH_CONFIRM));

        assertThat(judged(States.BOUND, Legality.LEGAL)).isEqualTo(legal);
        assertThat(judged(States.BOUND, Legality.REFUSED)).hasSize(29 - legal.size());
    }

    @Test
    void D023_after_the_end_everything_is_ignored() {
        assertThat(judged(States.DISCONNECTED, Legality.IGNORED)).hasSize(29);
        assertThat(States.DISCONNECTED.isOver()).isTrue();
    }

    private static Set<MessageType> judged(GatewayState state, Legality legality) {
        return all(type -> state.judge(type) == legality);
    }

    private static Set<MessageType> all(Predicate<MessageType> condition) {
        Set<MessageType> all = EnumSet.noneOf(MessageType.class);
        Arrays.stream(MessageType.values()).filter(condition).forEach(all::add);
        return all;
    }
}
