package io.tapgateway.runtime.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.connection.ConnectionTable.Ending;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.transport.Peer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConnectionTableTest {
    private static final Peer PROGRAM = new Peer.Remote(Optional.empty());

    private final Kernel kernel = LoneKernel.with(
            Limits.standard().with(Limit.UNAUTHENTICATED_CONNECTIONS, 1), RecordingEffects.unobserved());
    private final ConnectionTable table = new ConnectionTable(kernel);

    @Test
    void D023_a_connection_that_is_ended_is_over_at_once_and_nobody_finds_it() {
        Connection connection = added(1);

        table.end(connection, CloseCode.POLICY_VIOLATION, "flooding");

        assertThat(connection.isOver()).isTrue();
        assertThat(table.find(connection.id())).isNull();
        assertThat(table.all()).isEmpty();
    }

    @Test
    void endings_are_taken_oldest_first_and_once() {
        Connection first = added(1);
        Connection second = added(2);

        table.end(first, CloseCode.POLICY_VIOLATION, "flooding");
        table.end(second, CloseCode.NORMAL, "goodbye");

        assertThat(table.nextEnding()).isEqualTo(new Ending(first, CloseCode.POLICY_VIOLATION, "flooding"));
        assertThat(table.nextEnding()).isEqualTo(new Ending(second, CloseCode.NORMAL, "goodbye"));
        assertThat(table.nextEnding()).isNull();
    }

    @Test
    void a_connection_ends_only_once_and_for_the_first_reason() {
        Connection connection = added(1);

        table.end(connection, CloseCode.AUTH_FAILED, "the first");
        table.end(connection, CloseCode.NORMAL, "the second");

        assertThat(table.nextEnding()).isEqualTo(new Ending(connection, CloseCode.AUTH_FAILED, "the first"));
        assertThat(table.nextEnding()).isNull();
    }

    @Test
    void a_connection_that_its_peer_has_ended_leaves_nothing_to_tell() {
        Connection connection = added(1);

        boolean removed = table.remove(connection);
        table.end(connection, CloseCode.NORMAL, "too late");

        assertThat(removed).isTrue();
        assertThat(connection.isOver()).isTrue();
        assertThat(table.nextEnding()).isNull();
        assertThat(table.remove(connection)).isFalse();
    }

    @Test
    void D020_a_connection_that_ends_makes_room_for_the_next() {
        Connection connection = added(1);
        boolean before = table.hasRoomFor(PROGRAM);

        table.end(connection, CloseCode.TIMED_OUT, "no auth within the time allowed");

        assertThat(before).isFalse();
        assertThat(table.hasRoomFor(PROGRAM)).isTrue();
    }

    @Test
    void D042_connections_of_a_token_are_counted_until_they_end() {
        Connection connection = added(1);
        Principal principal = new Principal("spawn-1", TrustLevel.PROJECT, Optional.empty(), Optional.empty());
        table.authenticate(connection);
        connection.setPrincipal(principal);
        table.identified(connection, principal);
        int before = table.countOf("spawn-1");

        table.end(connection, CloseCode.NORMAL, "goodbye");

        assertThat(before).isEqualTo(1);
        assertThat(table.countOf("spawn-1")).isZero();
    }

    private Connection added(long id) {
        Connection connection = new Connection(new ConnectionId(id), PROGRAM, kernel);
        table.add(connection, false);
        return connection;
    }
}
