package io.tapgateway.protocol.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every state with every way out of it. */
class GatewayStateTest {
    private static final List<GatewayState> STATES = List.of(
            States.AWAIT_AUTH,
            States.AWAIT_CONSENT,
            States.AWAIT_PAIRING,
            States.AWAIT_HELLO,
            States.REGISTERING,
            States.BOUND,
            States.UNBOUND,
            States.REBINDING,
            States.DISCONNECTED);

    private static final Map<String, UnaryOperator<GatewayState>> TRANSITIONS = new LinkedHashMap<>();

    static {
        TRANSITIONS.put("toAwaitConsent", GatewayState::toAwaitConsent);
        TRANSITIONS.put("toAwaitPairing", GatewayState::toAwaitPairing);
        TRANSITIONS.put("toAwaitHello", GatewayState::toAwaitHello);
        TRANSITIONS.put("toRegistering", GatewayState::toRegistering);
        TRANSITIONS.put("toBound", state -> state.toBound(States.PROVIDER));
        TRANSITIONS.put("toUnregistered", GatewayState::toUnregistered);
        TRANSITIONS.put("toDisconnected", GatewayState::toDisconnected);
    }

    @Test
    void a_state_has_these_exits_and_no_others() {
        assertThat(exits(States.AWAIT_AUTH))
                .containsOnlyKeys("toAwaitConsent", "toAwaitHello", "toDisconnected")
                .containsEntry("toAwaitConsent", States.AWAIT_CONSENT)
                .containsEntry("toAwaitHello", States.AWAIT_HELLO);
        assertThat(exits(States.AWAIT_CONSENT))
                .containsOnlyKeys("toAwaitPairing", "toDisconnected")
                .containsEntry("toAwaitPairing", States.AWAIT_PAIRING);
        assertThat(exits(States.AWAIT_PAIRING))
                .containsOnlyKeys("toAwaitHello", "toDisconnected")
                .containsEntry("toAwaitHello", States.AWAIT_HELLO);
        assertThat(exits(States.AWAIT_HELLO))
                .containsOnlyKeys("toRegistering", "toBound", "toDisconnected")
                .containsEntry("toRegistering", States.REGISTERING)
                .containsEntry("toBound", States.BOUND);
        assertThat(exits(States.REGISTERING))
                .containsOnlyKeys("toUnregistered", "toDisconnected")
                .containsEntry("toUnregistered", States.AWAIT_HELLO);
        assertThat(exits(States.BOUND))
                .containsOnlyKeys("toUnregistered", "toDisconnected")
                .containsEntry("toUnregistered", States.UNBOUND);
        assertThat(exits(States.UNBOUND))
                .containsOnlyKeys("toRegistering", "toBound", "toDisconnected")
                .containsEntry("toRegistering", States.REBINDING)
                .containsEntry("toBound", States.BOUND);
        assertThat(exits(States.REBINDING))
                .containsOnlyKeys("toUnregistered", "toDisconnected")
                .containsEntry("toUnregistered", States.UNBOUND);
    }

    @Test
    void the_end_absorbs_what_still_ends_and_admits_nothing_new() {
        assertThat(exits(States.DISCONNECTED))
                .containsOnlyKeys("toUnregistered", "toDisconnected")
                .containsEntry("toUnregistered", States.DISCONNECTED);
        assertThat(STATES)
                .allSatisfy(state -> assertThat(state.toDisconnected()).isEqualTo(States.DISCONNECTED));
    }

    @Test
    void an_exit_that_is_not_there_is_refused_with_the_names_of_both() {
        assertThatIllegalStateException()
                .isThrownBy(() -> States.REGISTERING.toAwaitPairing())
                .withMessage("toAwaitPairing: the connection is Registering");
    }

    @Test
    void a_state_that_the_specification_does_not_know_goes_by_the_name_of_the_one_that_the_provider_believes_in() {
        assertThat(STATES)
                .extracting(GatewayState::label)
                .containsExactly(
                        "AwaitAuth",
                        "AwaitAuth",
                        "AwaitPairing",
                        "AwaitHello",
                        "AwaitHello",
                        "Bound",
                        "Unbound",
                        "Unbound",
                        "Disconnected");
    }

    @Test
    void D032_a_provider_is_told_what_is_not_legal_and_where() {
        assertThat(States.REBINDING.objection("push")).isEqualTo("'push' not legal in state Unbound");
        assertThat(States.AWAIT_CONSENT.objection("push")).isEqualTo("'push' not legal in state AwaitAuth");
        assertThat(States.AWAIT_CONSENT.objection("auth")).isEqualTo("one auth is under way already");
    }

    @Test
    void D033_the_provider_id_is_known_from_the_first_binding_on() {
        assertThat(STATES)
                .filteredOn(state -> state.providerId().equals(Optional.of(States.PROVIDER)))
                .containsExactly(States.BOUND, States.UNBOUND, States.REBINDING);
    }

    private static Map<String, GatewayState> exits(GatewayState state) {
        Map<String, GatewayState> exits = new LinkedHashMap<>();
        TRANSITIONS.forEach((name, transition) -> {
            try {
                exits.put(name, transition.apply(state));
            } catch (IllegalStateException refused) {
                assertThat(refused).hasMessageStartingWith(name + ": the connection is ");
            }
        });
        return exits;
    }
}
