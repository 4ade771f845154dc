package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Prompts of providers in a session whose agent nobody can wake, in virtual time. */
class WaitingPromptsTest {
    private static final Duration WAIT = Duration.ofSeconds(2);
    private static final Duration INSTANT = Duration.ofMillis(1);
    private static final int MOST = 50;

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final List<InboxView> told = new ArrayList<>();
    private final RecordingHost timeline = new RecordingHost();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("abc", "Shop", Path.of("/code/shop")), new CollectingHost());

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    /** A host that collects prompts and remembers what it is told. */
    private final class CollectingHost implements SessionHost {
        @Override
        public boolean collectsPrompts() {
            return true;
        }

        @Override
        public void inboxChanged(InboxView inbox) {
            told.add(inbox);
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            timeline.toolsChanged(tools);
        }

        @Override
        public void log(TimelineEntry entry) {
            timeline.log(entry);
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return timeline.send(prompt);
        }

        @Override
        public void closed() {
            timeline.closed();
        }
    }

    @Test
    void M043_what_waits_is_handed_over_once_by_the_first_who_comes() {
        pushes(provider("ci"), "run 17");
        assertThat(timeline.injected()).isEmpty();

        List<InjectedPrompt> first =
                takes(PromptOccasion.TOOL_RESULT, Duration.ZERO).join();

        assertThat(first).extracting(InjectedPrompt::text).containsExactly("run 17");
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO)).isCompletedWithValue(List.of());
        assertThat(lines()).contains("1 prompt(s) handed to the agent with the result of a tool");
    }

    @Test
    void M043_who_waits_is_answered_as_soon_as_there_is_one_and_others_go_on_waiting() {
        ScriptedPeer ci = provider("ci");
        CompletableFuture<List<InjectedPrompt>> first = takes(PromptOccasion.TURN_END, WAIT);
        CompletableFuture<List<InjectedPrompt>> second = takes(PromptOccasion.ASKED, WAIT);

        pushes(ci, "run 17");

        assertThat(first.join()).hasSize(1);
        assertThat(second).isNotDone();
        clock.advance(WAIT.minus(INSTANT));
        assertThat(second).isNotDone();
        clock.advance(INSTANT);
        assertThat(second).isCompletedWithValue(List.of());
    }

    @Test
    void M043_nobody_waits_longer_than_25_seconds() {
        Duration longest = GatewaySession.LONGEST_WAIT_FOR_PROMPTS;
        CompletableFuture<List<InjectedPrompt>> taker = takes(PromptOccasion.ASKED, longest);

        assertThatThrownBy(() -> session.takePrompts(PromptOccasion.ASKED, longest.plus(INSTANT)))
                .isInstanceOf(IllegalArgumentException.class);
        clock.advance(longest);

        assertThat(taker).isCompletedWithValue(List.of());
    }

    @Test
    void M043_fifty_prompts_may_wait_and_people_are_told_of_one_that_is_too_much() {
        for (int i = 0; i <= MOST; i++) {
            ScriptedPeer next = provider("ci-" + i);
            session.publish(SessionHostEvent.userMessage("go on"));
            pushes(next, "run " + i);
        }

        assertThat(lines()).contains("a prompt of ci-50 was not delivered: 50 wait already");
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO).join()).hasSize(MOST);
    }

    @Test
    void M043_what_the_end_of_the_session_finds_waiting_is_reported_as_not_delivered() {
        ScriptedPeer ci = provider("ci");
        CompletableFuture<List<InjectedPrompt>> late = takes(PromptOccasion.ASKED, WAIT);
        pushes(ci, "run 17");
        assertThat(late).isCompleted();
        session.idle();
        pushes(ci, "run 18");

        gateway.closeNow();

        assertThat(lines()).contains("1 prompt(s) of ci were not delivered: the session has ended");
        assertThat(timeline.ended()).isTrue();
        assertThat(takes(PromptOccasion.ASKED, WAIT)).isCompletedWithValue(List.of());
    }

    @Test
    void M043_who_waits_at_the_end_of_the_session_is_answered() {
        CompletableFuture<List<InjectedPrompt>> waits = takes(PromptOccasion.ASKED, WAIT);

        gateway.closeNow();

        assertThat(waits).isCompletedWithValue(List.of());
    }

    @Test
    void M043_a_host_is_told_how_many_wait_and_whether_anybody_is_there_who_might_write() {
        ScriptedPeer ci = provider("ci");
        pushes(ci, "run 17");
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO)).isCompleted();
        ci.sends("{\"type\":\"goodbye\"}");

        assertThat(told)
                .containsExactly(
                        new InboxView(0, true),
                        new InboxView(1, true),
                        new InboxView(0, true),
                        new InboxView(0, false));
    }

    @Test
    void D067_a_host_that_goes_on_finds_what_waits_and_one_of_the_other_kind_is_sent_it() {
        pushes(provider("ci"), "run 17");
        session.resume(new CollectingHost());
        assertThat(told).last().isEqualTo(new InboxView(1, true));

        session.resume(timeline);

        assertThat(timeline.injected()).extracting(InjectedPrompt::text).containsExactly("run 17");
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO)).isCompletedWithValue(List.of());
    }

    @Test
    void M043_quiet_is_taken_for_idle_until_somebody_knows_better() {
        ScriptedPeer ci = provider("ci");
        pushes(ci, "one");
        pushes(ci, "two");
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO).join()).hasSize(1);

        session.quiet();

        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO).join()).hasSize(1);
        session.publish(SessionHostEvent.userMessage("go on"));
        pushes(ci, "three");
        session.quiet();
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO)).isCompletedWithValue(List.of());
        session.idle();
        assertThat(takes(PromptOccasion.ASKED, Duration.ZERO).join())
                .extracting(InjectedPrompt::text)
                .containsExactly("three");
    }

    private CompletableFuture<List<InjectedPrompt>> takes(PromptOccasion occasion, Duration patience) {
        return session.takePrompts(occasion, patience).toCompletableFuture();
    }

    private List<String> lines() {
        return timeline.timeline().stream().map(TimelineEntry::text).toList();
    }

    private ScriptedPeer provider(String name) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(new SessionId("abc")), new Captures())
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"" + name + "\"}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }

    private static void pushes(ScriptedPeer peer, String event) {
        peer.sends("{\"type\":\"push\",\"level\":\"inject\",\"event\":\"" + event + "\"}");
    }
}
