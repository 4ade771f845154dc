package io.tapgateway.transport.ws.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of the corpus: its status, nothing but the status, and the end; or a WebSocket that works. */
class HostileHandshakesTest {

    @AutoClose
    private static AttackedGateway gateway;

    @BeforeAll
    static void open() throws Exception {
        gateway = new AttackedGateway();
    }

    /** Every handshake case there is. */
    static Stream<HandshakeCase> corpus() {
        return Stream.of(hosts(), origins(), resources(), heads()).flatMap(cases -> cases);
    }

    static Stream<HandshakeCase> hosts() {
        return CallerCases.hosts();
    }

    static Stream<HandshakeCase> origins() {
        return CallerCases.origins();
    }

    static Stream<HandshakeCase> resources() {
        return ResourceCases.resources();
    }

    static Stream<HandshakeCase> heads() {
        return HeadCases.heads();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void D014_the_host_must_be_ours(HandshakeCase asked) throws Exception {
        assertAnswer(asked);
    }

    @ParameterizedTest
    @MethodSource("origins")
    void D014_the_origin_must_name_a_page(HandshakeCase asked) throws Exception {
        assertAnswer(asked);
    }

    @ParameterizedTest
    @MethodSource("resources")
    void D013_there_is_nothing_but_a_websocket(HandshakeCase asked) throws Exception {
        assertAnswer(asked);
    }

    @ParameterizedTest
    @MethodSource("heads")
    void T30_a_request_has_one_meaning_or_none(HandshakeCase asked) throws Exception {
        assertAnswer(asked);
    }

    @Test
    void the_corpus_has_at_least_150_refused_requests() {
        Set<String> refused = corpus().filter(asked -> asked.status() != 101)
                .map(HandshakeCase::name)
                .collect(Collectors.toSet());

        assertThat(refused).hasSizeGreaterThanOrEqualTo(150);
    }

    private static void assertAnswer(HandshakeCase asked) throws Exception {
        try (RawPeer peer = RawPeer.dial(gateway.port())) {
            peer.send(asked.request().bytes(gateway.port()));
            String head = peer.readHead();

            assertThat(head).startsWith("HTTP/1.1 " + asked.status() + " ");
            if (asked.status() == 101) {
                assertWebSocketWorks(peer);
            } else {
                assertThat(head)
                        .contains("\r\nContent-Length: 0\r\nConnection: close\r\n")
                        .doesNotContainIgnoringCase("access-control", "location:", "server:", "date:");
                assertThat(peer.isMore()).as("more than the head").isFalse();
                assertThat(gateway.opened()).as("connections at the gateway").isZero();
            }
        }
        gateway.assertBystanderWorks();
    }

    private static void assertWebSocketWorks(RawPeer peer) throws Exception {
        AttackedGateway.Line line = gateway.next();
        peer.send(Outcome.PROBE, Outcome.FAREWELL);

        assertThat(peer.readToEnd()).isEqualTo(Outcome.goesOn().answers());
        line.awaitEnd();
    }
}
