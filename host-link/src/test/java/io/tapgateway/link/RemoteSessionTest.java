package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A session at one gateway after the other, in virtual time. */
class RemoteSessionTest {
    private final VirtualGateway gateway = new VirtualGateway();
    private final RecordingHost host = new RecordingHost();
    private final RemoteSession session = session("abc", host);

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_session_is_opened_at_a_gateway() throws Exception {
        CompletableFuture<Void> opened = session.openAt(gateway.link());

        assertThat(opened).isDone();
        session.awaitOpened(Duration.ZERO);
        assertThat(gateway.openSessions()).containsExactly("abc");
    }

    @Test
    void a_new_session_that_the_gateway_refuses_is_over_and_its_host_is_told_by_the_exception_only() throws Exception {
        gateway.gateway().openSession(HostFixture.info("abc"), new RecordingHost());

        CompletableFuture<Void> opened = session.openAt(gateway.link());

        assertThat(opened).isDone();
        assertThatThrownBy(() -> session.awaitOpened(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in use");
        assertThat(gateway.sessions.isEmpty()).isTrue();
        assertThat(host.ended()).isFalse();
    }

    @Test
    void a_session_that_nobody_opens_in_time_is_over() {
        assertThatThrownBy(() -> session.awaitOpened(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot open session 'abc': the gateway does not answer");

        assertThat(gateway.sessions.isEmpty()).isTrue();
    }

    @Test
    void D227_a_session_is_opened_at_the_next_gateway_as_its_host_wants_it_then() throws Exception {
        GatewayLink first = openAtFirst();
        session.reserveToolNames(Set.of("mine"));
        gateway.replace();
        session.lost(first);
        session.reserveToolNames(Set.of("meanwhile"));
        session.leaveArgumentsUnchecked(true);

        CompletableFuture<Void> opened = session.openAt(gateway.link());

        assertThat(opened).isDone();
        assertThat(info().reservedToolNames()).containsExactly("meanwhile");
        assertThat(host.timeline().stream().map(it -> it.text()))
                .containsSubsequence(
                        "The gateway is gone, and all tools with it; looking for another one.",
                        "There is a new gateway; providers have to connect to it.");
    }

    @Test
    void the_gateway_hears_at_once_how_the_host_wants_an_open_session_to_be() throws Exception {
        openAtFirst();

        session.reserveToolNames(Set.of("a", "b"));
        session.reserveToolNames(Set.of("b"));

        assertThat(info().reservedToolNames()).containsExactly("b");
    }

    @Test
    void a_gateway_that_refuses_a_session_of_another_one_is_asked_again_every_second() throws Exception {
        GatewayLink first = openAtFirst();
        gateway.replace();
        session.lost(first);
        GatewaySession inTheWay = gateway.gateway().openSession(HostFixture.info("abc"), new RecordingHost());
        CompletableFuture<Void> opened = session.openAt(gateway.link());
        gateway.clock.advance(Duration.ofSeconds(40));
        assertThat(opened).isNotDone();

        inTheWay.close();
        gateway.clock.advance(Duration.ofSeconds(1));

        assertThat(opened).isDone();
        assertThat(host.ended()).isFalse();
        assertThat(session.callTool("nothing", JsonValue.EMPTY_OBJECT))
                .isCompletedWithValueMatching(it -> it.toString().contains("NOT_FOUND"));
    }

    @Test
    void a_gateway_that_refuses_a_session_of_another_one_for_45_seconds_has_the_last_word() throws Exception {
        GatewayLink first = openAtFirst();
        gateway.replace();
        session.lost(first);
        gateway.gateway().openSession(HostFixture.info("abc"), new RecordingHost());
        CompletableFuture<Void> opened = session.openAt(gateway.link());

        gateway.clock.advance(RemoteSessionStates.PATIENCE.minusSeconds(1));
        assertThat(opened).isNotDone();
        gateway.clock.advance(Duration.ofSeconds(1));

        assertThat(opened).isDone();
        assertThat(host.ended()).isTrue();
        assertThat(gateway.sessions.isEmpty()).isTrue();
    }

    @Test
    void a_session_that_is_closed_between_two_attempts_waits_for_none() throws Exception {
        GatewayLink first = openAtFirst();
        gateway.replace();
        session.lost(first);
        gateway.gateway().openSession(HostFixture.info("abc"), new RecordingHost());
        GatewayLink next = gateway.link();
        CompletableFuture<Void> opened = session.openAt(next);
        int before = gateway.clock.pending();

        CompletableFuture<Void> closed = session.close().toCompletableFuture();

        assertThat(opened).isDone();
        assertThat(closed).isDone();
        assertThat(gateway.clock.pending()).isLessThan(before);
    }

    @Test
    void a_session_is_closed_by_its_gateway() throws Exception {
        openAtFirst();

        CompletableFuture<Void> closed = session.close().toCompletableFuture();

        assertThat(closed).isDone();
        assertThat(gateway.openSessions()).isEmpty();
        assertThat(host.ended()).isTrue();
    }

    @Test
    void a_session_whose_gateway_is_lost_while_it_ends_has_ended() throws Exception {
        GatewayLink first = openAtFirst();
        gateway.listens(VirtualGateway.Listener.NOBODY);
        gateway.cut();
        CompletableFuture<Void> closed = session.close().toCompletableFuture();
        assertThat(closed).isNotDone();

        session.lost(first);

        assertThat(closed).isDone();
    }

    @Test
    void nothing_is_opened_at_a_gateway_that_is_gone() throws Exception {
        GatewayLink first = gateway.link();
        first.leave();

        CompletableFuture<Void> opened = session.openAt(first);

        assertThat(opened).isDone();
        assertThat(gateway.openSessions()).isEmpty();
        assertThat(session.openAt(gateway.link())).isDone();
        assertThat(gateway.openSessions()).containsExactly("abc");
    }

    @Test
    void one_session_of_a_host_is_in_front() throws Exception {
        RemoteSession other = session("def", new RecordingHost());
        GatewayLink link = openAtFirst();
        other.openAt(link).join();
        session.bringToForeground();

        other.bringToForeground();
        gateway.replace();
        session.lost(link);
        other.lost(link);
        GatewayLink next = gateway.link();
        session.openAt(next).join();
        other.openAt(next).join();

        assertThat(info().foreground()).isFalse();
        assertThat(gateway.gateway()
                        .session(new SessionId("def"))
                        .orElseThrow()
                        .info()
                        .foreground())
                .isTrue();
    }

    private RemoteSession session(String id, RecordingHost sessionHost) {
        RemoteSession made =
                new RemoteSession(HostFixture.info(id), sessionHost, gateway.sessions, gateway.clock, Runnable::run);
        gateway.sessions.add(made);
        return made;
    }

    private GatewayLink openAtFirst() throws LinkFailure {
        GatewayLink link = gateway.link();
        session.openAt(link).join();
        session.awaitOpened(Duration.ZERO);
        return link;
    }

    private SessionInfo info() {
        return gateway.gateway().session(new SessionId("abc")).orElseThrow().info();
    }
}
