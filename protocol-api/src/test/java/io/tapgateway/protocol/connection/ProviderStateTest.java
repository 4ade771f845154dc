package io.tapgateway.protocol.connection;

import static io.tapgateway.protocol.message.MessageType.AUTH_PAIRING;
import static io.tapgateway.protocol.message.MessageType.ERROR;
import static io.tapgateway.protocol.message.MessageType.HELLO_ACK;
import static io.tapgateway.protocol.message.MessageType.SESSIONS;
import static io.tapgateway.protocol.message.MessageType.SESSIONS_UPDATED;
import static io.tapgateway.protocol.message.MessageType.TOOL_CANCEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ProviderStateTest {
    private static final ProviderId PROVIDER = new ProviderId("p-1");
    private static final SessionId ABC = new SessionId("abc");
    private static final SessionId DEF = new SessionId("def");
    private static final HelloAck ACK = new HelloAck(PROVIDER, ABC, "token", 1, Optional.of("/files"));

    private static final ProviderState AUTHENTICATING = ProviderState.authenticating();
    private static final ProviderState PAIRING = AUTHENTICATING.toPairing();
    private static final ProviderState CHOOSING = AUTHENTICATING.toListed(sessions(ABC, DEF));
    private static final ProviderState REGISTERING = CHOOSING.toRegistering(ABC);
    private static final ProviderState BOUND = REGISTERING.toBound(ACK);
    private static final ProviderState BOUND_TO_ALL = ProviderState.registering(SessionId.ALL)
            .toListed(sessions(ABC))
            .toBound(new HelloAck(PROVIDER, SessionId.ALL, "token", 1, Optional.empty()));
    private static final ProviderState CLOSED = BOUND.toClosed();

    @Test
    void providers_expect_in_each_state_what_gateways_send_then() {
        assertThat(expected(AUTHENTICATING)).containsExactlyInAnyOrder(SESSIONS, AUTH_PAIRING, ERROR);
        assertThat(expected(PAIRING)).containsExactlyInAnyOrder(SESSIONS, ERROR);
        assertThat(expected(CHOOSING)).containsExactlyInAnyOrder(SESSIONS_UPDATED, ERROR);
        assertThat(expected(REGISTERING)).containsExactlyInAnyOrder(HELLO_ACK, SESSIONS_UPDATED, TOOL_CANCEL, ERROR);
        assertThat(expected(BOUND))
                .hasSize(10)
                .doesNotContain(SESSIONS, AUTH_PAIRING, HELLO_ACK)
                .noneMatch(MessageType::fromProvider);
        assertThat(expected(CLOSED)).isEmpty();
    }

    @Test
    void each_state_has_the_transitions_that_follow_from_it_and_refuses_all_others() {
        Map<String, Function<ProviderState, ProviderState>> transitions = new LinkedHashMap<>();
        transitions.put("toPairing", ProviderState::toPairing);
        transitions.put("toListed", state -> state.toListed(sessions(ABC)));
        transitions.put("toRegistering", state -> state.toRegistering(ABC));
        transitions.put("toChoosing", ProviderState::toChoosing);
        transitions.put("toBound", state -> state.toBound(ACK));
        transitions.put("toClosed", ProviderState::toClosed);
        Map<ProviderState, Set<String>> legal = Map.of(
                AUTHENTICATING, Set.of("toPairing", "toListed", "toClosed"),
                PAIRING, Set.of("toListed", "toClosed"),
                CHOOSING, Set.of("toListed", "toRegistering", "toClosed"),
                REGISTERING, Set.of("toListed", "toChoosing", "toBound", "toClosed"),
                BOUND, Set.of("toListed", "toClosed"),
                CLOSED, Set.of("toClosed"));

        legal.forEach((state, names) -> transitions.forEach((name, transition) -> {
            if (names.contains(name)) {
                assertThat(transition.apply(state)).as(name).isNotNull();
            } else {
                assertThatThrownBy(() -> transition.apply(state))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(name + ": the connection is " + state.label());
            }
        }));
    }

    @Test
    void D061_D098_a_provider_is_authenticated_from_the_first_list_of_sessions_until_the_end() {
        assertThat(labels(ProviderState::isAuthenticated)).containsExactly("Bound", "Choosing", "Registering");
    }

    @Test
    void sessions_are_chosen_among_those_listed_last() {
        assertThat(CHOOSING.toListed(sessions(DEF)).choices()).contains(sessions(DEF));
        assertThat(REGISTERING.toListed(sessions(DEF)).toChoosing().choices()).contains(sessions(DEF));
        assertThat(labels(state -> state.choices().isPresent())).containsExactly("Choosing");
    }

    @Test
    void a_session_is_asked_for_until_there_is_an_answer() {
        assertThat(REGISTERING.asked()).contains(ABC);
        assertThat(REGISTERING.toListed(sessions()).asked()).contains(ABC);
        assertThat(labels(state -> state.asked().isPresent())).containsExactly("Registering");
    }

    @Test
    void a_binding_is_what_the_gateway_acknowledges_and_otherwise_what_was_asked_for() {
        HelloAck brief =
                new HelloAck(PROVIDER, Optional.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty());

        assertThat(BOUND.binding()).contains(new Binding(PROVIDER, ABC, Optional.of(Path.of("/files"))));
        assertThat(CHOOSING.toRegistering(DEF).toBound(brief).binding())
                .contains(new Binding(PROVIDER, DEF, Optional.empty()));
        assertThat(labels(state -> state.binding().isPresent())).containsExactly("Bound");
    }

    @Test
    void D207_a_bound_session_that_is_no_longer_listed_has_ended() {
        assertThat(BOUND.toListed(sessions(ABC)).binding()).isEqualTo(BOUND.binding());
        assertThat(BOUND.toListed(sessions(DEF)).choices()).contains(sessions(DEF));
    }

    @Test
    void D214_a_provider_bound_to_all_announces_itself_to_sessions_that_were_not_listed_before() {
        ProviderState later = BOUND_TO_ALL.toListed(sessions(DEF));

        assertThat(BOUND_TO_ALL.unannounced(sessions(ABC, DEF))).containsExactly(DEF);
        assertThat(later.binding()).isEqualTo(BOUND_TO_ALL.binding());
        assertThat(later.unannounced(sessions(ABC, DEF))).containsExactly(ABC);
        assertThat(BOUND.unannounced(sessions(ABC, DEF, new SessionId("ghi")))).isEmpty();
    }

    @Test
    void D023_the_end_absorbs_everything() {
        assertThat(CLOSED.toClosed()).isSameAs(CLOSED);
    }

    private static Set<MessageType> expected(ProviderState state) {
        return Arrays.stream(MessageType.values())
                .filter(state::expects)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(MessageType.class)));
    }

    private static Set<String> labels(Function<ProviderState, Boolean> condition) {
        Set<String> labels = new TreeSet<>();
        for (ProviderState state : List.of(AUTHENTICATING, PAIRING, CHOOSING, REGISTERING, BOUND, CLOSED)) {
            if (condition.apply(state)) {
                labels.add(state.label());
            }
        }
        return labels;
    }

    private static List<SessionSummary> sessions(SessionId... ids) {
        return Arrays.stream(ids)
                .map(id -> new SessionSummary(id, "Label", Optional.empty(), Optional.empty()))
                .toList();
    }
}
