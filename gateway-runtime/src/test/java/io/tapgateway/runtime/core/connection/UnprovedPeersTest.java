package io.tapgateway.runtime.core.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.transport.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnprovedPeersTest {
    private static final int PLACES = 3;

    private final Kernel kernel = LoneKernel.with(
            Limits.standard()
                    .with(Limit.UNAUTHENTICATED_CONNECTIONS, 2 * PLACES)
                    .with(Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, 2),
            RecordingEffects.unobserved());
    private final UnprovedPeers peers = new UnprovedPeers(kernel);
    private final List<Connection> all = new ArrayList<>();

    @Test
    void T56_programs_have_half_of_the_places_whatever_pages_do() {
        for (int i = 0; i < 100; i++) {
            Connection frame = page("https://f" + i + ".example" + i + ".com");
            if (peers.hasRoomFor(frame.site())) {
                enter(frame);
            }
        }

        for (int i = 0; i < PLACES; i++) {
            assertThat(peers.hasRoomFor(Optional.empty())).isTrue();
            assertThat(enter(program())).isEmpty();
        }
        assertThat(peers.hasRoomFor(Optional.empty())).isFalse();
        assertThat(all).hasSize(2 * PLACES);
    }

    @Test
    void D020_one_site_has_few_places_however_many_names_it_has() {
        enter(page("https://a.example.com"));
        enter(page("https://b.example.com:8443"));

        assertThat(peers.hasRoomFor(page("https://c.example.com").site())).isFalse();
        assertThat(peers.hasRoomFor(page("https://example.org").site())).isTrue();
    }

    @Test
    void T56_who_has_more_than_one_place_gives_way_first() {
        enter(page("https://early.org"));
        Connection first = page("https://a.example.com");
        enter(first);
        enter(page("https://b.example.com"));

        assertThat(enter(page("https://late.org"))).contains(first);
    }

    @Test
    void T56_a_site_that_is_here_takes_no_place_of_another() {
        Connection own = page("https://a.example.com");
        enter(page("https://early.org"));
        enter(own);
        enter(page("https://other.org"));

        assertThat(enter(page("https://b.example.com"))).contains(own);
    }

    @Test
    void T56_strangers_give_way_and_those_who_have_been_let_in_before_do_not() {
        enterKnown(page("https://known.org"));
        Connection stranger = page("https://stranger.org");
        enter(stranger);
        enterKnown(page("https://other.org"));

        assertThat(enterKnown(page("https://third.org"))).contains(stranger);
        assertThat(peers.hasRoomFor(page("https://fourth.org").site())).isFalse();
    }

    @Test
    void T56_a_page_whose_user_is_asked_keeps_its_place() {
        Connection pairing = page("https://pairing.org");
        enter(pairing);
        pairing.transition(GatewayState::toAwaitConsent);
        Connection silent = page("https://silent.org");
        enter(silent);
        enter(page("https://other.org"));

        assertThat(enter(page("https://late.org"))).contains(silent);
    }

    @Test
    void nobody_gives_way_where_there_is_room() {
        enter(page("https://a.example.com"));
        enter(page("https://b.example.com"));

        assertThat(enter(page("https://example.org"))).isEmpty();
        assertThat(enter(program())).isEmpty();
    }

    private static Connection newConnection(Optional<String> origin, Kernel kernel, int id) {
        return new Connection(new ConnectionId(id), new Peer.Remote(origin), kernel);
    }

    private Connection page(String origin) {
        return newConnection(Optional.of(origin), kernel, all.size());
    }

    private Connection program() {
        return newConnection(Optional.empty(), kernel, all.size());
    }

    private Optional<Connection> enter(Connection connection) {
        return enter(connection, false);
    }

    private Optional<Connection> enterKnown(Connection connection) {
        return enter(connection, true);
    }

    /** Who has given way. */
    private Optional<Connection> enter(Connection connection, boolean isKnown) {
        Optional<Connection> gone = peers.whoGivesWayTo(connection.site());
        gone.ifPresent(it -> {
            peers.remove(it);
            all.remove(it);
        });
        peers.add(connection, isKnown);
        all.add(connection);
        return gone;
    }
}
