package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.host.LinkFrame;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.host.LinkProof.Side;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The gateway's side of links, in virtual time and as docs/protocol/host-link.md tells it. */
class HostLinksTest {
    private static final String NONCE = LinkProof.nonce(new byte[LinkProof.BYTES]);

    private static final String NO_STREAMS = "{\"type\":\"answer\",\"id\":2,\"answer\":{\"streams\":[]}}";

    private static final int PORT = 9401;
    private static final LinkProof PROOF = new LinkProof(HostFixture.key(1));

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();

    /** Opens sessions. */
    private Executor openers = Runnable::run;

    private final HostLinks links =
            new HostLinks(gateway::openSession, gateway.tokens(), PROOF, clock, task -> openers.execute(task));

    @AfterEach
    void stop() {
        gateway.closeNow();
    }

    @Test
    void a_host_opens_a_session_and_hears_of_it() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());

        host.say(1, open("abc"));

        assertThat(host.said()).containsExactly("{\"type\":\"answer\",\"id\":1,\"answer\":{}}");
        assertThat(active()).containsExactly("abc");
    }

    @Test
    void a_session_that_takes_long_to_open_holds_up_its_own_host_only() throws Exception {
        Connection other = new Connection();
        other.greet(Optional.empty());
        other.say(1, open("xyz"));
        Deque<Runnable> opening = new ArrayDeque<>();
        openers = opening::add;
        Connection host = new Connection();
        host.greet(Optional.empty());

        host.say(1, open("abc"));
        host.say(2, streams("abc", 2));
        other.say(2, streams("xyz", 2));

        assertThat(host.said()).isEmpty();
        assertThat(other.said()).last().isEqualTo(NO_STREAMS);
        opening.remove().run();
        assertThat(host.said()).containsExactly("{\"type\":\"answer\",\"id\":1,\"answer\":{}}", NO_STREAMS);
        assertThat(opening).isEmpty();
    }

    @Test
    void a_host_that_was_cut_off_while_its_session_was_opened_leaves_none() throws Exception {
        Deque<Runnable> opening = new ArrayDeque<>();
        openers = opening::add;
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));
        host.close();
        clock.advance(LinkRules.GRACE);

        opening.remove().run();

        assertThat(active()).isEmpty();
    }

    @Test
    void a_gateway_that_stops_opens_no_session_any_more() throws Exception {
        openers = task -> {
            throw new RejectedExecutionException();
        };
        Connection host = new Connection();
        host.greet(Optional.empty());

        host.say(1, open("abc"));
        host.say(2, streams("abc", 2));

        assertThat(host.said()).singleElement().asString().contains("\"refused\"", "no open session");
        assertThat(active()).isEmpty();
    }

    @Test
    void D012_a_connection_without_proof_is_ended_after_five_seconds() {
        Connection silent = new Connection();

        clock.advance(LinkRules.GREETING.minusMillis(1));
        assertThat(silent.ended).isEmpty();
        clock.advance(Duration.ofMillis(1));

        assertThat(silent.ended).contains(CloseCode.TIMED_OUT);
        assertThat(silent.sent).isEmpty();
    }

    @Test
    void a_host_that_comes_back_within_the_grace_period_finds_its_sessions_and_what_it_missed() throws Exception {
        Connection first = new Connection();
        Welcome welcome = first.greet(Optional.empty());
        first.say(1, open("abc"));
        first.close();
        clock.advance(LinkRules.GRACE.minusMillis(1));

        Connection second = new Connection();
        Welcome again = second.greet(Optional.of(new Resumption(welcome.link(), 0)));
        clock.advance(Duration.ofSeconds(10));

        assertThat(again.heard()).isEqualTo(1);
        assertThat(second.said()).containsExactly("{\"type\":\"answer\",\"id\":1,\"answer\":{}}");
        assertThat(active()).containsExactly("abc");
    }

    @Test
    void D225_the_sessions_of_a_host_that_does_not_come_back_end_after_the_grace_period() throws Exception {
        Connection first = new Connection();
        Welcome welcome = first.greet(Optional.empty());
        first.say(1, open("abc"));
        first.close();

        clock.advance(LinkRules.GRACE);

        assertThat(active()).isEmpty();
        Connection late = new Connection();
        late.prove(Optional.of(new Resumption(welcome.link(), 1)));
        assertThat(late.sent).last().isEqualTo("{\"type\":\"gone\"}");
    }

    @Test
    void a_later_loss_has_a_grace_period_of_its_own() throws Exception {
        Connection first = new Connection();
        Welcome welcome = first.greet(Optional.empty());
        first.say(1, open("abc"));
        first.close();
        clock.advance(Duration.ofSeconds(20));
        Connection second = new Connection();
        second.greet(Optional.of(new Resumption(welcome.link(), 1)));
        second.close();

        clock.advance(Duration.ofSeconds(20));

        assertThat(active()).containsExactly("abc");
    }

    @Test
    void a_host_without_a_sign_of_life_has_lost_its_connection_after_fifteen_seconds() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());

        clock.advance(LinkRules.SILENCE.minusMillis(1));
        assertThat(host.aborted).isFalse();
        clock.advance(Duration.ofMillis(1));

        assertThat(host.aborted).isTrue();
        assertThat(host.sent).contains("{\"ack\":0}");
    }

    @Test
    void a_new_connection_takes_the_place_of_one_that_only_seems_to_live() throws Exception {
        Connection first = new Connection();
        Welcome welcome = first.greet(Optional.empty());
        first.say(1, open("abc"));

        Connection second = new Connection();
        second.greet(Optional.of(new Resumption(welcome.link(), 1)));
        first.say(2, "{\"type\":\"leave\"}");

        assertThat(first.aborted).isTrue();
        assertThat(active()).containsExactly("abc");
    }

    @Test
    void a_host_that_leaves_ends_its_sessions_at_once() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));

        host.say(2, "{\"type\":\"leave\"}");

        assertThat(active()).isEmpty();
        assertThat(host.ended).contains(CloseCode.NORMAL);
    }

    @Test
    void sessions_of_other_hosts_do_not_exist_whatever_is_asked() throws Exception {
        Connection owner = new Connection();
        owner.greet(Optional.empty());
        owner.say(1, open("abc"));
        Connection other = new Connection();
        other.greet(Optional.empty());
        List<String> requests = List.of(
                "{\"type\":\"tool.call\",\"id\":1,\"session\":\"abc\",\"tool\":\"t\",\"args\":{}}",
                "{\"type\":\"tool.check\",\"id\":2,\"session\":\"abc\",\"tool\":\"t\",\"args\":{}}",
                "{\"type\":\"prompt.assemble\",\"id\":3,\"session\":\"abc\",\"sections\":{}}",
                "{\"type\":\"session.ask\",\"id\":4,\"session\":\"abc\",\"subject\":\"info\"}",
                "{\"type\":\"stream.read\",\"id\":5,\"session\":\"abc\",\"name\":\"s@p\",\"last\":1}",
                "{\"type\":\"token.issue\",\"id\":6,\"session\":\"abc\",\"name\":\"p\"}");

        for (int i = 0; i < requests.size(); i++) {
            other.say(i + 1, requests.get(i));
        }
        other.say(7, "{\"type\":\"session.signal\",\"session\":\"abc\",\"signal\":\"close\"}");

        assertThat(other.said())
                .hasSize(6)
                .allMatch(it -> it.contains("\"refused\"") && it.contains("no open session"));
        assertThat(active()).containsExactly("abc");
    }

    @Test
    void what_this_version_does_not_know_is_refused_if_it_wants_an_answer() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());

        host.say(1, "{\"type\":\"from.the.future\",\"id\":9}");
        host.say(2, "{\"type\":\"from.the.future\"}");

        assertThat(host.said()).singleElement().asString().startsWith("{\"type\":\"refused\",\"id\":9,");
        assertThat(host.ended).isEmpty();
    }

    @Test
    void what_cannot_be_understood_breaks_the_link_and_ends_its_sessions() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));

        host.say(2, "{\"type\":\"tool.call\",\"id\":2,\"session\":\"abc\",\"tool\":\"t\",\"args\":[]}");

        assertThat(host.ended).contains(CloseCode.POLICY_VIOLATION);
        assertThat(host.reason).contains("/args");
        assertThat(active()).isEmpty();
    }

    @Test
    void a_trace_that_is_none_goes_no_further() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));

        host.say(
                2,
                "{\"type\":\"tool.call\",\"id\":2,\"session\":\"abc\",\"tool\":\"t\",\"args\":{},"
                        + "\"traceparent\":\"00-1-2-3\"}");

        assertThat(host.ended).contains(CloseCode.POLICY_VIOLATION);
        assertThat(host.reason).contains("traceparent").doesNotContain("00-1-2-3");
    }

    @Test
    void messages_are_acknowledged_at_least_every_32() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));

        for (int i = 2; i <= LinkRules.ACKNOWLEDGED_TOGETHER + 1; i++) {
            host.say(i, "{\"type\":\"session.signal\",\"session\":\"abc\",\"signal\":\"idle\"}");
        }

        assertThat(host.sent).last().isEqualTo("{\"ack\":" + (LinkRules.ACKNOWLEDGED_TOGETHER + 1) + "}");
    }

    @Test
    void T28_acknowledgements_do_not_pile_up_before_a_host_that_does_not_read() throws Exception {
        Connection host = new Connection();
        host.greet(Optional.empty());
        host.say(1, open("abc"));
        host.stuffed = true;
        int before = host.sent.size();

        for (int i = 2; i <= 1_000; i++) {
            host.say(i, "{\"type\":\"session.signal\",\"session\":\"abc\",\"signal\":\"idle\"}");
        }

        assertThat(host.sent).hasSize(before);
    }

    @Test
    void there_are_so_many_links_and_no_more() throws Exception {
        for (int i = 0; i < LinkRules.MOST_LINKS; i++) {
            new Connection().greet(Optional.empty());
        }

        Connection last = new Connection();
        last.prove(Optional.empty());

        assertThat(last.ended).contains(CloseCode.OVER_CAPACITY);
    }

    @Test
    void T26_the_oldest_connection_that_has_proved_nothing_makes_room_for_the_17th() throws Exception {
        Connection proved = new Connection();
        proved.greet(Optional.empty());
        List<Connection> silent = new ArrayList<>();
        for (int i = 0; i < LinkRules.MOST_GREETINGS; i++) {
            silent.add(new Connection());
        }

        new Connection();

        assertThat(proved.ended).isEmpty();
        assertThat(silent.get(0).ended).contains(CloseCode.OVER_CAPACITY);
        assertThat(silent.get(1).ended).isEmpty();
    }

    @Test
    void D012_whoever_has_given_a_wrong_proof_does_not_get_another_try() throws Exception {
        Connection guesser = new Connection();
        guesser.receiver.received(new LinkGreeting.Hello(1, NONCE).json());
        LinkGreeting.Challenge challenge = LinkGreeting.Challenge.parse(guesser.sent.get(0));
        guesser.receiver.received(new LinkGreeting.Proof("guess", Optional.empty()).json());

        String right = PROOF.of(Side.HOST, PORT, NONCE, challenge.nonce());
        guesser.receiver.received(new LinkGreeting.Proof(right, Optional.empty()).json());

        assertThat(guesser.ended).contains(CloseCode.AUTH_FAILED);
        assertThat(guesser.sent).hasSize(1);
    }

    @Test
    void a_gateway_that_has_stopped_waits_for_nothing_any_more() throws Exception {
        int before = clock.pending();
        Connection host = new Connection();
        host.greet(Optional.empty());
        Connection lost = new Connection();
        lost.greet(Optional.empty());
        lost.close();

        links.stop();

        assertThat(host.said()).containsExactly("{\"type\":\"stopping\"}");
        assertThat(host.ended).contains(CloseCode.GOING_AWAY);
        assertThat(clock.pending()).isEqualTo(before);
    }

    private List<String> active() {
        return gateway.sessions().stream()
                .filter(it -> it.state() == SessionView.State.ACTIVE)
                .map(it -> it.info().id().value())
                .toList();
    }

    private static String open(String id) {
        return "{\"type\":\"session.open\",\"id\":1,\"session\":{\"id\":\"" + id + "\"}}";
    }

    private static String streams(String session, int id) {
        return "{\"type\":\"session.ask\",\"id\":" + id + ",\"session\":\"" + session + "\",\"subject\":\"streams\"}";
    }

    /** A host's connection that remembers everything. */
    private final class Connection implements TextSocket {
        private final List<String> sent = new ArrayList<>();
        private final TextReceiver receiver = links.accept(this, PORT);
        private Optional<CloseCode> ended = Optional.empty();
        private String reason = "";
        private boolean aborted;
        private boolean stuffed;

        /** Says the host's part of the greeting up to its proof. */
        void prove(Optional<Resumption> resume) throws Exception {
            receiver.received(new LinkGreeting.Hello(1, NONCE).json());
            LinkGreeting.Challenge challenge = LinkGreeting.Challenge.parse(sent.get(0));
            assertThat(PROOF.verify(challenge.proof(), Side.GATEWAY, PORT, NONCE, challenge.nonce()))
                    .isTrue();
            String own = PROOF.of(Side.HOST, PORT, NONCE, challenge.nonce());
            receiver.received(new LinkGreeting.Proof(own, resume).json());
        }

        Welcome greet(Optional<Resumption> resume) throws Exception {
            prove(resume);
            return Welcome.parse(sent.get(1)).orElseThrow();
        }

        void say(int number, String message) {
            receiver.received("{\"ack\":0,\"n\":" + number + ",\"say\":" + message + "}");
        }

        /** What the gateway has said on the link. */
        List<String> said() throws Exception {
            List<String> said = new ArrayList<>();
            for (String text : sent.subList(2, sent.size())) {
                LinkFrame.parse(text, JsonLimits.LINK)
                        .said()
                        .map(LinkFrame.Said::message)
                        .map(JsonValue::json)
                        .ifPresent(said::add);
            }
            return said;
        }

        void close() {
            receiver.closed(CloseCode.GOING_AWAY);
        }

        @Override
        public void send(String text) {
            sent.add(text);
        }

        @Override
        public boolean isWaiting() {
            return stuffed;
        }

        @Override
        public void flush() {}

        @Override
        public void close(CloseCode code, String why) {
            ended = ended.or(() -> Optional.of(code));
            reason = why;
        }

        @Override
        public void abort() {
            aborted = true;
        }
    }
}
