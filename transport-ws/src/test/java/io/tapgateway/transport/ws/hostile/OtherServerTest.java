package io.tapgateway.transport.ws.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.ThoroughOnly;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The corpus against a server that many rely on. An expectation that it does not share has to stand among the
 * deliberate differences, and each of those has to be real.
 */
@ThoroughOnly("the other server says the same every time")
class OtherServerTest {
    private static final String SWITCHING = "101";

    @AutoClose
    private JettyTarget jetty;

    @BeforeEach
    void open() throws Exception {
        jetty = new JettyTarget();
    }

    @Test
    void frames_mean_the_same_to_another_server_but_for_what_is_deliberate() throws Exception {
        Comparison comparison = new Comparison(DeliberateDifference.FRAMES);
        for (FrameCase played : HostileFramesTest.corpus().toList()) {
            comparison.note(played.name(), played.outcome(), jetty.play(played, false));
        }

        comparison.assertOnlyDeliberate();
    }

    /** Only whether somebody is let in: which status says no is a matter of taste. */
    @Test
    void requests_are_let_in_by_another_server_but_for_what_is_deliberate() throws Exception {
        Comparison comparison = new Comparison(DeliberateDifference.HEADS);
        for (HandshakeCase asked : HostileHandshakesTest.heads().toList()) {
            boolean letIn = status(asked.request()).equals(SWITCHING);
            comparison.note(asked.name(), asked.status() == 101, letIn);
        }

        comparison.assertOnlyDeliberate();
    }

    private String status(Request request) throws Exception {
        try (RawPeer peer = RawPeer.dial(jetty.port())) {
            peer.send(request.bytes(jetty.port()));
            peer.hangUp();
            String[] parts = peer.readHead().split(" ", 3);
            return parts.length < 3 ? "none" : parts[1];
        }
    }

    /** Confined to one thread. */
    private static final class Comparison {
        private final List<DeliberateDifference> table;
        private final Set<DeliberateDifference> seen = new LinkedHashSet<>();
        private final List<String> unexplained = new ArrayList<>();

        Comparison(List<DeliberateDifference> table) {
            this.table = table;
        }

        void note(String name, Object ours, Object theirs) {
            if (!ours.equals(theirs)) {
                DeliberateDifference.about(name, table)
                        .ifPresentOrElse(
                                seen::add, () -> unexplained.add(name + ": we expect " + ours + ", but " + theirs));
            }
        }

        void assertOnlyDeliberate() {
            assertThat(unexplained).isEmpty();
            assertThat(seen).containsExactlyInAnyOrderElementsOf(table);
        }
    }
}
