package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agents.HookAgent;
import io.tapgateway.agents.HookAnswer;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.agents.HookReply;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents that are real processes, all started by this one, which is no shell; and the sessions that they have. */
class AgentWindowsTest {
    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final AppSessions sessions = new AppSessions(gateway, clock::nanos);
    private final List<AppSessions.Open> shown = new ArrayList<>();
    private final AgentWindows windows = new AgentWindows(sessions, clock, (session, event, answer) -> {}, shown::add);
    private final List<Process> started = new ArrayList<>();
    private final long one = agent();
    private final long other = agent();

    @AfterEach
    void end() {
        gateway.closeNow();
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void G001_a_host_beside_is_asked_until_the_agents_own_has_come() {
        guarded(face("first", one, Set.of()));
        assertThat(denied(other, "c2")).isTrue();

        face("second", other, Set.of());

        assertThat(denied(other, "c2")).isFalse();
        assertThat(denied(one, "c1")).isTrue();
        assertThat(open()).containsExactly("first", "second");
    }

    @Test
    void G001_a_host_that_another_agent_has_started_is_not_taken() {
        guarded(face("first", one, Set.of()));
        assertThat(denied(one, "c1")).isTrue();

        assertThat(denied(other, "c2")).isFalse();

        assertThat(open()).hasSize(2);
        assertThat(shown).hasSize(1);
    }

    @Test
    void G001_a_host_of_another_agent_ends_no_window() {
        assertThat(denied(other, "c2")).isFalse();
        String own = open().get(0);

        guarded(face("first", one, Set.of()));

        assertThat(denied(other, "c2")).isFalse();
        assertThat(open()).containsExactly(own, "first");
    }

    @Test
    void G001_a_conversation_leads_to_its_window_unless_the_agent_has_one_of_its_own() {
        guarded(face("first", one, Set.of()));

        assertThat(denied(one, "c1")).isTrue();
        assertThat(denied(other, "c1")).isTrue();
        face("second", other, Set.of());
        assertThat(denied(other, "c1")).isFalse();
        assertThat(denied(one, "c1")).isTrue();
    }

    @Test
    void G002_the_window_in_which_the_user_has_written_stays_in_front_when_a_host_of_its_own_takes_its_place() {
        assertThat(denied(other, "c2")).isFalse();
        face("first", one, Set.of());
        prompted(other, "c2");
        String own = front();
        assertThat(own).isNotEqualTo("first");

        face("second", other, Set.of());
        assertThat(denied(other, "c2")).isFalse();

        assertThat(open()).doesNotContain(own);
        assertThat(front()).isEqualTo("second");
    }

    @Test
    void G001_the_process_counts_for_more_than_a_name_that_was_inherited() {
        guarded(face("inner", agent(), Set.of("c1")));
        face("outer", one, Set.of("c1"));

        assertThat(denied(one, "c1")).isFalse();
    }

    @Test
    void G001_of_two_hosts_of_one_agent_the_one_is_meant_whose_calls_name_the_conversation() {
        guarded(face("codex-a", one, Set.of()));
        AppSessions.Open second = face("codex-b", one, Set.of());
        assertThat(denied(HookAgent.CODEX, one, "c2")).isTrue();

        assertThat(windows.learnName(second, JsonValue.of(Map.of("threadId", "c2"))))
                .isTrue();

        assertThat(denied(HookAgent.CODEX, one, "c2")).isFalse();
        assertThat(denied(HookAgent.CODEX, one, "c1")).isTrue();
    }

    @Test
    void G001_a_call_that_names_the_conversation_of_an_agent_beside_takes_nothing_from_it() {
        guarded(face("codex-a", one, Set.of()));
        AppSessions.Open beside = face("codex-b", other, Set.of());
        assertThat(denied(HookAgent.CODEX, one, "c1")).isTrue();

        assertThat(windows.learnName(beside, JsonValue.of(Map.of("threadId", "c1"))))
                .isTrue();

        assertThat(denied(HookAgent.CODEX, one, "c1")).isTrue();
    }

    @Test
    void G001_what_others_than_codex_add_to_their_calls_is_left_alone() {
        AppSessions.Open claude = face("claude-code-a", one, Set.of());
        AppSessions.Open codex = face("codex-mcp-client-a", one, Set.of());

        assertThat(windows.learnName(claude, JsonValue.of(Map.of("threadId", "c1"))))
                .isFalse();
        assertThat(windows.learnName(codex, JsonValue.of(Map.of("threadId", 7))))
                .isFalse();
        assertThat(windows.learnName(codex, JsonValue.of(Map.of("thread", "c1"))))
                .isFalse();
        assertThat(sessions.views())
                .allSatisfy(it -> assertThat(sessions.find(it.info().id().value())
                                .orElseThrow()
                                .host()
                                .window()
                                .orElseThrow()
                                .conversations())
                        .isEmpty());
    }

    @Test
    void G001_a_name_that_an_agent_of_another_maker_has_inherited_counts_for_nothing() {
        guarded(face("codex-mcp-client-abcdefgh", agent(), Set.of("c1")));

        assertThat(denied(one, "c1")).isFalse();
        assertThat(open()).hasSize(2);
    }

    @Test
    void G001_a_conversation_that_is_over_takes_its_window_along_at_once() {
        denied(one, "c1");
        AppSessions.Open before = shown.get(0);
        ended(one, "c1");

        denied(one, "c2");

        assertThat(before.host().isClosed()).isTrue();
        assertThat(open()).hasSize(1);
    }

    @Test
    void G001_a_process_has_the_same_session_again_at_the_next_gateway() {
        denied(one, "c1");
        String before = open().get(0);
        gateway.closeNow();
        Gateway next = Gateway.builder().clock(clock).executor(Runnable::run).build();
        AppSessions later = new AppSessions(next, clock::nanos);

        var unused = new AgentWindows(later, clock, (session, event, answer) -> {}, session -> {})
                .answer(HookAgent.CLAUDE, wanted("c9"), one);

        assertThat(later.find(before)).isPresent();
        next.closeNow();
    }

    @Test
    void G001_a_thousand_conversations_are_remembered() {
        IntStream.range(0, AgentWindows.MAX_CONVERSATIONS).forEach(i -> denied(one, "c" + i));
        IntStream.range(1, AgentWindows.MAX_CONVERSATIONS).forEach(i -> ended(one, "c" + i));
        assertThat(open()).hasSize(1);
        ended(one, "c0");
        assertThat(open()).isEmpty();

        IntStream.rangeClosed(0, AgentWindows.MAX_CONVERSATIONS).forEach(i -> denied(one, "c" + i));
        IntStream.rangeClosed(1, AgentWindows.MAX_CONVERSATIONS).forEach(i -> ended(one, "c" + i));

        assertThat(open()).isEmpty();
    }

    @Test
    void G005_nothing_is_decided_in_a_session_before_everybody_knows_of_it() {
        List<CompletableFuture<HookAnswer>> early = new ArrayList<>();
        sessions.forEach(session -> early.add(ask(one, "c1")));
        sessions.forEach(session -> {
            assertThat(early.get(0)).isNotDone();
            guarded(session);
        });

        face("first", one, Set.of());

        assertThat(early.get(0)).isCompletedWithValue(new HookAnswer.Deny("Denied by guardian: CI is red"));
    }

    private long agent() {
        try {
            Process process = new ProcessBuilder("sleep", "600").start();
            started.add(process);
            return process.pid();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private AppSessions.Open face(String id, long process, Set<String> conversations) {
        return sessions.openFor(
                new Face(new AgentWindow(process, conversations)), SessionInfo.of(id, id, Path.of("/code/shop")));
    }

    private void guarded(AppSessions.Open session) {
        var unused = LocalProviderTransport.to(gateway)
                .trust(TrustLevel.PROJECT)
                .executor(Runnable::run)
                .attach(
                        session.gateway().info().id(),
                        Provider.named("guardian").deny(Match.ANY, "CI is red").build());
    }

    private CompletableFuture<HookAnswer> ask(long process, String conversation) {
        return ask(HookAgent.CLAUDE, process, conversation);
    }

    private CompletableFuture<HookAnswer> ask(HookAgent agent, long process, String conversation) {
        return windows.answer(agent, wanted(conversation), process)
                .thenApply(HookReply::answer)
                .toCompletableFuture();
    }

    private boolean denied(long process, String conversation) {
        return denied(HookAgent.CLAUDE, process, conversation);
    }

    private boolean denied(HookAgent agent, long process, String conversation) {
        return ask(agent, process, conversation).join() instanceof HookAnswer.Deny;
    }

    private void prompted(long process, String conversation) {
        var unused = windows.answer(
                HookAgent.CLAUDE, new HookEvent.Prompted(origin(conversation), Optional.empty(), "Push it"), process);
    }

    private String front() {
        return sessions.foreground().orElseThrow().gateway().info().id().value();
    }

    private void ended(long process, String conversation) {
        var unused = windows.answer(HookAgent.CLAUDE, new HookEvent.Ended(origin(conversation)), process);
    }

    private static HookEvent wanted(String conversation) {
        return new HookEvent.ToolWanted(origin(conversation), Optional.empty(), "Bash", JsonValue.EMPTY_OBJECT);
    }

    private static HookEvent.Origin origin(String conversation) {
        return new HookEvent.Origin(conversation, Optional.of(Path.of("/code/shop")));
    }

    private List<String> open() {
        return sessions.views().stream()
                .map(SessionView::info)
                .map(SessionInfo::id)
                .map(SessionId::value)
                .toList();
    }

    /** The host of an agent that is elsewhere. */
    private record Face(AgentWindow agent) implements SessionHost {
        @Override
        public boolean collectsPrompts() {
            return true;
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.failedStage(new IllegalStateException("takes none"));
        }

        @Override
        public Optional<AgentWindow> window() {
            return Optional.of(agent);
        }
    }
}
