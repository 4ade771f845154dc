package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.transport.Peer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private static final ConnectionId ID = new ConnectionId(1);
    private static final GatewayState AWAIT_HELLO = GatewayState.awaitAuth().toAwaitHello();

    private final RecordingEffects effects = RecordingEffects.unobserved();
    private final Connection connection = new Connection(
            ID, new Peer.Remote(Optional.of("https://example.org")), LoneKernel.with(Limits.standard(), effects));

    @Test
    void begins_where_it_has_to_prove_who_it_is() {
        assertThat(connection.state()).isEqualTo(GatewayState.awaitAuth());
        assertThat(connection.isOver()).isFalse();
        assertThat(connection.origin()).contains("https://example.org");
    }

    @Test
    void reports_each_change_of_its_state() {
        ProviderId id = new ProviderId("p-1");

        connection.transition(GatewayState::toAwaitHello);
        connection.transition(state -> state.toBound(id));

        assertThat(effects.take())
                .containsExactly(
                        new RecordingEffects.StateChanged(ID, GatewayState.awaitAuth(), AWAIT_HELLO),
                        new RecordingEffects.StateChanged(ID, AWAIT_HELLO, AWAIT_HELLO.toBound(id)));
    }

    @Test
    void refuses_an_exit_that_its_state_does_not_have_and_stays_where_it_is() {
        assertThatIllegalStateException()
                .isThrownBy(() -> connection.transition(GatewayState::toRegistering))
                .withMessage("toRegistering: the connection is AwaitAuth");

        assertThat(connection.state()).isEqualTo(GatewayState.awaitAuth());
        assertThat(effects.take()).isEmpty();
    }

    @Test
    void I34_once_over_stays_over_without_another_report() {
        connection.transition(GatewayState::toDisconnected);

        connection.transition(GatewayState::toDisconnected);

        assertThat(connection.isOver()).isTrue();
        assertThat(effects.take()).hasSize(1);
    }
}
