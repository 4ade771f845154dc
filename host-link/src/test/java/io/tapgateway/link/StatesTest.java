package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.link.GatewayFinder.Found;
import io.tapgateway.link.GatewayGreetings.GatewayGreeting;
import io.tapgateway.link.HostGateway.Place;
import io.tapgateway.link.HostGreetings.HostGreeting;
import io.tapgateway.link.LinkStates.LinkState;
import io.tapgateway.link.RemoteGatewayStates.RemoteGatewayState;
import io.tapgateway.link.RemoteGatewayStates.Search;
import io.tapgateway.link.RemoteSessionStates.Attempt;
import io.tapgateway.link.RemoteSessionStates.RemoteSessionState;
import io.tapgateway.protocol.host.LinkGreeting.Challenge;
import io.tapgateway.protocol.host.LinkGreeting.Gone;
import io.tapgateway.protocol.host.LinkGreeting.Hello;
import io.tapgateway.protocol.host.LinkGreeting.Proof;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.Backoff;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What follows from every input in every state of the machines in this module. */
class StatesTest {
    private static final String NONCE = LinkProof.nonce(new byte[LinkProof.BYTES]);
    private static final int PORT = 9401;
    private static final LinkProof PROOF = new LinkProof(HostFixture.key(1));
    private static final long NOW = 0;
    private static final long MUCH_LATER = Duration.ofMinutes(5).toNanos();

    private final VirtualGateway gateway = new VirtualGateway();

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_connection_seen_from_the_gateway() {
        GatewayGreeting awaitHello = GatewayGreeting.awaitHello(PROOF, PORT, "gateway");
        GatewayGreeting awaitProof = awaitHello.received(new Hello(1, NONCE).json());
        GatewayGreeting proved = awaitProof.received(proof());
        HostLink link = new HostLink(
                "link", gateway.gateway()::openSession, gateway.gateway().tokens(), gateway.clock, Runnable::run);
        GatewayGreeting established = proved.toEstablished(link, 0);

        StateTable<GatewayGreeting> table = new StateTable<GatewayGreeting>()
                .state(awaitHello)
                .state(awaitProof)
                .state(proved)
                .state(established)
                .state(awaitHello.tooLate())
                .state(awaitHello.toEnded())
                .input("hello", it -> it.received(new Hello(1, NONCE).json()))
                .input("hello of version 2", it -> it.received(new Hello(2, NONCE).json()))
                .input("right proof", it -> it.received(proof()))
                .input("wrong proof", it -> it.received(new Proof("guess", Optional.empty()).json()))
                .input("something else", it -> it.received("what?"))
                .input("five seconds", GatewayGreeting::tooLate)
                .input("a 17th connection", GatewayGreeting::crowdedOut)
                .input("link found", it -> it.toEstablished(link, 0))
                .input("no such link", it -> it.toRefused(CloseCode.NORMAL, ""))
                .input("end", GatewayGreeting::toEnded);

        assertThat(table.page()).isEqualTo("""
                                   | AwaitHello | AwaitProof | Proved      | Established | Refused | Ended
                hello              | AwaitProof | Refused    | .           | .           | .       | .
                hello of version 2 | Refused    | Refused    | .           | .           | .       | .
                right proof        | Refused    | Proved     | .           | .           | .       | .
                wrong proof        | Refused    | Refused    | .           | .           | .       | .
                something else     | Refused    | Refused    | .           | .           | .       | .
                five seconds       | Refused    | Refused    | .           | .           | .       | .
                a 17th connection  | Refused    | Refused    | .           | .           | .       | .
                link found         | !          | !          | Established | !           | !       | !
                no such link       | Refused    | Refused    | Refused     | Refused     | !       | !
                end                | Ended      | Ended      | Ended       | Ended       | Ended   | .
                """);
    }

    @Test
    void a_connection_seen_from_the_host() {
        HostGreeting asked = HostGreeting.asked(PROOF, PORT, NONCE, Optional.empty());
        HostGreeting proved = asked.received(challenge());
        HostGreeting established = proved.received(welcome());

        StateTable<HostGreeting> table = new StateTable<HostGreeting>()
                .state(asked)
                .state(proved)
                .state(established)
                .state(asked.tooLate())
                .state(established.closed(CloseCode.NORMAL))
                .input("right challenge", it -> it.received(challenge()))
                .input("wrong challenge", it -> it.received(new Challenge("gateway", "guess").json()))
                .input("welcome", it -> it.received(welcome()))
                .input("gone", it -> it.received(new Gone().json()))
                .input("something else", it -> it.received("what?"))
                .input("five seconds", HostGreeting::tooLate)
                .input("end", it -> it.closed(CloseCode.GOING_AWAY));

        assertThat(table.page()).isEqualTo("""
                                | Asked  | Proved      | Established | Failed | Ended
                right challenge | Proved | Failed      | .           | .      | .
                wrong challenge | Failed | Failed      | .           | .      | .
                welcome         | Failed | Established | .           | .      | .
                gone            | Failed | Failed      | .           | .      | .
                something else  | Failed | Failed      | .           | .      | .
                five seconds    | Failed | Failed      | .           | .      | .
                end             | Failed | Failed      | Ended       | .      | .
                """);
    }

    @Test
    void a_link_on_either_side() {
        RecordedSocket socket = new RecordedSocket();
        LinkState unconnected = LinkState.unconnected();
        LinkState connected = unconnected.toConnected("link", socket, NOW);

        StateTable<LinkState> table = new StateTable<LinkState>()
                .state(unconnected)
                .state(connected)
                .state(connected.toLost(NOW))
                .state(connected.toOver())
                .input("connection", it -> it.toConnected("link", new RecordedSocket(), NOW))
                .input("end of the connection", it -> it.toLost(NOW))
                .input("end of the link", LinkState::toOver);

        assertThat(table.page()).isEqualTo("""
                                      | Unconnected | Connected | Lost      | Over
                connection            | Connected   | Connected | Connected | !
                end of the connection | !           | Lost      | !         | !
                end of the link       | Over        | Over      | Over      | .
                """);
    }

    @Test
    void a_gateway_seen_from_its_host() throws Exception {
        Found found = new Found(gateway.link(), Place.JOINED);
        Found next = new Found(gateway.link(), Place.STARTED);
        RemoteGatewayState joined = RemoteGatewayState.joined(found, new Backoff(() -> 0), NOW);
        RemoteGatewayState lost = joined.over(found.link(), Ending.LOST, NOW);
        RemoteGatewayState searching = lost.needed(StatesTest::search);

        StateTable<RemoteGatewayState> table = new StateTable<RemoteGatewayState>()
                .state(joined)
                .state(lost)
                .state(searching)
                .state(joined.toClosed())
                .input("a session needs a gateway", it -> it.needed(StatesTest::search))
                .input("found the next gateway", it -> it.found(next, NOW))
                .input("the gateway is lost", it -> it.over(found.link(), Ending.LOST, NOW))
                .input("the gateway has stopped", it -> it.over(found.link(), Ending.STOPPED, NOW))
                .input("another gateway is lost", it -> it.over(next.link(), Ending.LOST, NOW))
                .input("the host leaves", RemoteGatewayState::toClosed);

        assertThat(table.page()).isEqualTo("""
                                          | Joined | Lost      | Searching | Closed
                a session needs a gateway | .      | Searching | .         | .
                found the next gateway    | !      | !         | Joined    | .
                the gateway is lost       | Lost   | .         | .         | .
                the gateway has stopped   | Closed | .         | .         | .
                another gateway is lost   | .      | .         | .         | .
                the host leaves           | Closed | Closed    | Closed    | .
                """);
    }

    /** With an asterisk: a session that has never been open. */
    @Test
    void a_session_seen_from_its_host() throws Exception {
        Attempt first = Attempt.at(gateway.link());
        Attempt next = Attempt.at(gateway.link());
        RemoteSessionState away = RemoteSessionState.away();
        RemoteSessionState opening = away.found(first, NOW);
        RemoteSessionState open = opening.answered(first);
        RemoteSessionState lost = open.lost(first.gateway());
        RemoteSessionState reopening = lost.found(first, NOW);

        StateTable<RemoteSessionState> table = new StateTable<RemoteSessionState>()
                .state("Away*", away)
                .state("Opening*", opening)
                .state("Away", lost)
                .state("Opening", reopening)
                .state("Pausing", reopening.refused(first, Reply.LOST, NOW))
                .state(open)
                .state(open.closing())
                .state(open.ended())
                .input("the gateway is found", it -> it.found(first, NOW))
                .input("another gateway is found", it -> it.found(next, NOW))
                .input("the session is open", it -> it.answered(first))
                .input("it is refused", it -> it.refused(first, Reply.LOST, NOW))
                .input("it is refused for too long", it -> it.refused(first, Reply.LOST, MUCH_LATER))
                .input("another gateway answers", it -> it.answered(next))
                .input("another gateway refuses", it -> it.refused(next, Reply.LOST, MUCH_LATER))
                .input("the pause is over", it -> it.pauseOver(first))
                .input("the gateway is lost", it -> it.lost(first.gateway()))
                .input("another gateway is lost", it -> it.lost(next.gateway()))
                .input("nobody waits for it", RemoteSessionState::abandoned)
                .input("the host closes it", RemoteSessionState::closing)
                .input("it has ended", RemoteSessionState::ended);

        assertThat(table.page()).isEqualTo("""
                                           | Away*   | Opening* | Away    | Opening | Pausing | Open    | Closing | Closed
                the gateway is found       | Opening | .        | Opening | .       | .       | .       | .       | .
                another gateway is found   | Opening | Opening  | Opening | Opening | Opening | Opening | Closed  | .
                the session is open        | .       | Open     | .       | Open    | .       | .       | .       | .
                it is refused              | .       | Closed   | .       | Pausing | .       | .       | .       | .
                it is refused for too long | .       | Closed   | .       | Closed  | .       | .       | .       | .
                another gateway answers    | .       | .        | .       | .       | .       | .       | .       | .
                another gateway refuses    | .       | .        | .       | .       | .       | .       | .       | .
                the pause is over          | .       | .        | .       | .       | Opening | .       | .       | .
                the gateway is lost        | .       | Away     | .       | Away    | Away    | Away    | Closed  | .
                another gateway is lost    | .       | .        | .       | .       | .       | .       | .       | .
                nobody waits for it        | Closed  | Closed   | Closed  | Closed  | Closed  | .       | .       | .
                the host closes it         | Closed  | Closed   | Closed  | Closed  | Closed  | Closing | .       | .
                it has ended               | Closed  | Closed   | Closed  | Closed  | Closed  | Closed  | Closed  | .
                """);
    }

    @Test
    void a_transition_that_a_state_does_not_have_is_refused_by_name() {
        LinkState unconnected = LinkState.unconnected();
        Machine<LinkState> machine = new Machine<>("a link", unconnected);

        assertThatThrownBy(() -> machine.take(it -> it.toLost(NOW)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("toLost is impossible in the state Unconnected");

        assertThat(machine.state()).isEqualTo(unconnected);
    }

    @Test
    void a_gateway_that_lasted_has_its_successor_looked_for_after_the_shortest_pause() throws Exception {
        Found found = new Found(gateway.link(), Place.JOINED);
        Backoff pauses = Backoff.between(100, 1_000, () -> 1);
        RemoteGatewayState joined = RemoteGatewayState.joined(found, pauses, NOW);
        pauses.nextMillis();

        RemoteGatewayState soon =
                joined.over(found.link(), Ending.LOST, Duration.ofSeconds(10).toNanos() - 1);
        long afterShort = pauses.nextMillis();
        RemoteGatewayState late =
                joined.over(found.link(), Ending.LOST, Duration.ofSeconds(10).toNanos());
        long afterLong = pauses.nextMillis();

        assertThat(soon.isClosed() || late.isClosed()).isFalse();
        assertThat(afterShort).isEqualTo(200);
        assertThat(afterLong).isEqualTo(100);
    }

    private static Search search(Backoff pauses) {
        return new Search() {
            @Override
            public void begin() {}

            @Override
            public void cancel() {}
        };
    }

    private static String proof() {
        return new Proof(PROOF.of(Side.HOST, PORT, NONCE, "gateway"), Optional.empty()).json();
    }

    private static String challenge() {
        return new Challenge("gateway", PROOF.of(Side.GATEWAY, PORT, NONCE, "gateway")).json();
    }

    private static String welcome() {
        return new Welcome("link", 0, 30_000, 5_000).json();
    }
}
