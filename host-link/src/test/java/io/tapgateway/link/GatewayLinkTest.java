package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.link.VirtualGateway.Listener;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.protocol.model.SessionId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a host keeps its link to a gateway, and how it finds out that the gateway is gone, in virtual time. */
class GatewayLinkTest {
    private static final SessionId SESSION = new SessionId("abc");

    private final VirtualGateway gateway = new VirtualGateway();

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_question_has_the_gateways_reply() throws Exception {
        GatewayLink link = gateway.link();

        CompletableFuture<Reply> opened = open(link);
        CompletableFuture<Reply> again = open(link);

        assertThat(opened).isCompletedWithValueMatching(it -> it.read(answer -> true, none -> false));
        assertThat(again)
                .isCompletedWithValueMatching(
                        it -> it.read(answer -> false, none -> none.reason().contains("in use")));
    }

    @Test
    void a_question_that_is_asked_without_a_connection_is_answered_when_there_is_one_again() throws Exception {
        GatewayLink link = gateway.link();
        open(link).join();
        gateway.listens(Listener.NOBODY);
        gateway.cut();

        CompletableFuture<Reply> reply = ask(link);
        assertThat(reply).isNotDone();
        gateway.listens(Listener.GATEWAY);
        gateway.clock.advance(Duration.ofMillis(200));

        assertThat(reply).isCompletedWithValueMatching(it -> it.read(answer -> true, none -> false));
        assertThat(gateway.openSessions()).containsExactly("abc");
    }

    @Test
    void a_host_connects_again_after_pauses_that_grow_to_two_seconds() throws Exception {
        GatewayLink link = gateway.link();
        gateway.listens(Listener.SILENCE);

        gateway.cut();
        gateway.clock.advance(Duration.ofSeconds(25));

        // Each attempt takes five seconds, and the pauses after them at most 0.1, 0.2, 0.4 and 0.8 seconds.
        assertThat(gateway.dialled).isBetween(5, 6);
        assertThat(link.isOver()).isFalse();
    }

    @Test
    void a_gateway_at_whose_port_nobody_listens_for_three_seconds_is_lost() throws Exception {
        GatewayLink link = gateway.link();
        gateway.listens(Listener.NOBODY);
        gateway.cut();

        gateway.clock.advance(Duration.ofMillis(2_999));
        assertThat(link.over()).isNotDone();
        gateway.clock.advance(Duration.ofSeconds(2));

        assertThat(link.over()).isCompletedWithValue(Ending.LOST);
    }

    @Test
    void a_gateway_that_takes_connections_but_not_this_host_is_lost_after_the_grace_period() throws Exception {
        GatewayLink link = gateway.link();
        gateway.listens(Listener.SILENCE);
        gateway.cut();

        gateway.clock.advance(LinkRules.GRACE.minusMillis(1));
        assertThat(link.over()).isNotDone();
        gateway.clock.advance(LinkRules.GREETING.plusSeconds(2));

        assertThat(link.over()).isCompletedWithValue(Ending.LOST);
    }

    @Test
    void D227_a_gateway_whose_process_has_ended_is_lost_at_once() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        GatewayLink link = gateway.link(process.pid());
        gateway.listens(Listener.NOBODY);

        gateway.cut();

        assertThat(link.over()).isCompletedWithValue(Ending.LOST);
    }

    @Test
    void D227_a_gateway_that_does_not_know_the_link_any_more_is_lost_at_once() throws Exception {
        GatewayLink link = gateway.link();

        gateway.replace();

        assertThat(link.over()).isCompletedWithValue(Ending.LOST);
    }

    @Test
    void D227_every_question_has_a_reply_before_the_link_is_over() throws Exception {
        GatewayLink link = gateway.link();
        gateway.listens(Listener.NOBODY);
        gateway.cut();
        CompletableFuture<Reply> before = ask(link);
        CompletableFuture<Boolean> answered =
                link.over().thenApply(how -> before.isDone()).toCompletableFuture();

        gateway.clock.advance(Duration.ofSeconds(5));
        CompletableFuture<Reply> after = ask(link);

        assertThat(before).isCompletedWithValue(Reply.LOST);
        assertThat(answered).isCompletedWithValue(true);
        assertThat(after).isCompletedWithValue(Reply.LOST);
    }

    @Test
    void a_host_that_leaves_waits_for_nothing_any_more() throws Exception {
        GatewayLink link = gateway.link();
        open(link).join();

        link.leave();

        assertThat(link.over()).isCompletedWithValue(Ending.LEFT);
        assertThat(gateway.openSessions()).isEmpty();
        assertThat(gateway.clock.pending()).isZero();
    }

    @Test
    void a_host_that_leaves_without_a_connection_does_not_connect_again() throws Exception {
        GatewayLink link = gateway.link();
        gateway.listens(Listener.NOBODY);
        gateway.cut();
        int before = gateway.dialled;

        link.leave();
        gateway.clock.advance(Duration.ofSeconds(2));

        assertThat(gateway.dialled).isEqualTo(before);
    }

    @Test
    void a_gateway_that_stops_says_so() throws Exception {
        GatewayLink link = gateway.link();
        CompletableFuture<Reply> reply = ask(link);

        gateway.stop();

        assertThat(link.over()).isCompletedWithValue(Ending.STOPPED);
        assertThat(reply).isDone();
    }

    @Test
    void a_port_at_which_nobody_listens_is_named() {
        gateway.listens(Listener.NOBODY);

        assertThatThrownBy(gateway::link).isInstanceOf(LinkFailure.class).hasMessageContaining("Nobody listens");
    }

    private static CompletableFuture<Reply> open(GatewayLink link) {
        return link.request(number -> new HostMessage.Open(
                number, HostFixture.info("abc"), Optional.empty(), Optional.empty(), false, false));
    }

    private static CompletableFuture<Reply> ask(GatewayLink link) {
        return link.request(number -> new HostMessage.Ask(number, SESSION, Subject.INFO));
    }
}
