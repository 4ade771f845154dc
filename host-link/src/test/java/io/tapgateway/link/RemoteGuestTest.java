package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.RecordingHost;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A guest in another process of a session that somebody else hosts, in virtual time. */
class RemoteGuestTest {
    private static final SessionId ID = new SessionId("abc");

    private final VirtualGateway gateway = new VirtualGateway();
    private final RecordingHost told = new RecordingHost();
    private final RemoteGuest guest = guest("abc");

    @AfterEach
    void stop() {
        gateway.close();
    }

    private RemoteGuest guest(String session) {
        RemoteGuest made =
                new RemoteGuest(new SessionId(session), told, gateway.sessions, gateway.clock, Runnable::run);
        gateway.sessions.add(made);
        return made;
    }

    /** The session, in the gateway's own process. */
    private GatewaySession hosted() {
        return gateway.gateway().openSession(HostFixture.info("abc"), SessionHost.ignoringEverything());
    }

    private GatewayLink attached() throws LinkFailure {
        GatewayLink link = gateway.link();
        assertThat(guest.openAt(link)).isDone();
        guest.awaitOpened(Duration.ZERO);
        return link;
    }

    @Test
    void M011_a_guest_uses_the_session_and_leaves_it_as_it_is() throws Exception {
        GatewaySession session = hosted();

        attached();

        assertThat(guest.info()).isEqualTo(session.info());
        assertThat(guest.streams()).isEmpty();
        assertThat(told.toolLists()).containsExactly(List.of());
        assertThat(guest.callTool("nothing", JsonValue.EMPTY_OBJECT))
                .isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.NOT_FOUND));
        assertThat(guest.preToolUse("shell", JsonValue.EMPTY_OBJECT))
                .isCompletedWithValueMatching(it -> it instanceof HookDecision.Allow);
        assertThat(guest.close()).isCompleted();
        assertThat(told.ended()).isTrue();
        assertThat(gateway.openSessions()).containsExactly("abc");
        assertThat(gateway.sessions.isEmpty()).isTrue();
    }

    @Test
    void M011_a_guest_hears_that_the_session_has_ended() throws Exception {
        GatewaySession session = hosted();
        attached();

        session.close();

        assertThat(told.ended()).isTrue();
        assertThat(gateway.sessions.isEmpty()).isTrue();
        assertThat(guest.tools()).isEmpty();
    }

    @Test
    void M011_what_is_for_the_host_alone_is_refused_to_a_guest_and_what_wants_no_answer_is_ignored() throws Exception {
        GatewaySession session = hosted();
        GatewayLink link = attached();

        link.say(new Signal(ID, Signal.Kind.FOREGROUND));
        link.say(new Signal(ID, Signal.Kind.IDLE));
        link.say(new HostMessage.Quiet(ID));
        List<LongFunction<HostMessage>> refused = List.of(
                id -> new HostMessage.Assemble(id, ID, PromptSections.of(Map.of()), Optional.empty()),
                id -> new HostMessage.Reserve(id, ID, Set.of("mine")),
                id -> new HostMessage.Ask(id, ID, Subject.APPENDS),
                id -> new HostMessage.TakePrompts(id, ID, PromptOccasion.ASKED, Duration.ZERO),
                id -> new HostMessage.Spawn(id, ID, new ProviderName("ci")),
                id -> new HostMessage.AskPerson(id, ID, JsonValue.EMPTY_OBJECT));

        assertThat(refused)
                .allSatisfy(message -> assertThat(link.request(message))
                        .isCompletedWithValue(Reply.refused("Only the host of that session can do that.")));
        assertThat(session.info().foreground()).isFalse();
        assertThat(session.info().reservedToolNames()).isEmpty();
    }

    @Test
    void M011_a_session_that_is_not_there_is_no_place_for_a_guest() throws Exception {
        guest.openAt(gateway.link()).join();

        assertThatThrownBy(() -> guest.awaitOpened(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot attach to session 'abc': there is no such session");
        assertThat(gateway.sessions.isEmpty()).isTrue();
        assertThat(told.ended()).isFalse();
    }

    @Test
    void M011_nobody_who_answers_is_told_apart_from_no_session() {
        assertThatThrownBy(() -> guest.awaitOpened(Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot attach to session 'abc': the gateway does not answer");
    }

    @Test
    void M011_a_host_has_one_part_in_a_session_and_no_second() throws Exception {
        hosted();
        GatewayLink link = attached();

        CompletableFuture<Reply> again = link.request(id -> new HostMessage.Attach(id, ID));

        assertThat(again).isCompletedWithValue(Reply.refused("This host has a part in that session already."));
        assertThat(told.ended()).isFalse();
    }

    @Test
    void M011_a_guest_takes_part_at_the_next_gateway_as_soon_as_the_session_is_there() throws Exception {
        hosted();
        GatewayLink first = attached();
        gateway.replace();
        guest.lost(first);
        CompletableFuture<Void> attached = guest.openAt(gateway.link());
        assertThat(attached).isNotDone();
        assertThat(guest.info().label()).isEqualTo("PR #42");

        gateway.gateway().openSession(HostFixture.info("abc").withLabel("Next"), SessionHost.ignoringEverything());
        gateway.clock.advance(Duration.ofSeconds(1));

        assertThat(attached).isDone();
        assertThat(guest.info().label()).isEqualTo("Next");
        assertThat(told.timeline().stream().map(TimelineEntry::text))
                .containsSubsequence(
                        "The gateway is gone, and all tools with it; looking for another one.",
                        "There is a new gateway; providers have to connect to it.");
        assertThat(told.toolLists()).hasSize(3);
    }

    @Test
    void M011_a_guest_whose_session_does_not_come_back_within_45_seconds_has_left() throws Exception {
        hosted();
        GatewayLink first = attached();
        gateway.replace();
        guest.lost(first);
        CompletableFuture<Void> attached = guest.openAt(gateway.link());
        gateway.clock.advance(RemoteSessionStates.PATIENCE.minusSeconds(1));
        assertThat(attached).isNotDone();

        gateway.clock.advance(Duration.ofSeconds(2));

        assertThat(attached).isDone();
        assertThat(told.ended()).isTrue();
        assertThat(gateway.sessions.isEmpty()).isTrue();
    }

    @Test
    void M011_the_guest_of_a_link_that_is_over_has_left() throws Exception {
        GatewaySession session = hosted();
        attached();
        gateway.listens(VirtualGateway.Listener.NOBODY);
        gateway.cut();

        gateway.clock.advance(LinkRules.GRACE);

        assertThat(gateway.openSessions()).containsExactly("abc");
        assertThat(session.close()).isCompleted();
    }
}
