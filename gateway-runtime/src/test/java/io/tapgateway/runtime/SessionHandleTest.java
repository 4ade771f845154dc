package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A handle belongs to one session, even where another one has taken the id and nobody has told the host yet. */
final class SessionHandleTest {
    private static final SessionInfo S = SessionInfo.of("s", "A session", Path.of("code"));

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final SteppedClock clock = new SteppedClock(0);
    private final Gateway gateway =
            Gateway.builder().executor(tasks::addLast).clock(clock).build();
    private final GatewaySession ended = openAndClose();
    private final GatewaySession successor = gateway.openSession(S, SessionHost.ignoringEverything());

    private GatewaySession openAndClose() {
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());
        session.close();
        return session;
    }

    @Test
    void an_outcome_that_is_there_before_the_call_is_started_waits_for_no_thread() {
        CompletableFuture<ToolOutcome> call =
                successor.callTool("missing", JsonValue.EMPTY_OBJECT).toCompletableFuture();

        assertThat(call).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.NOT_FOUND));
    }

    @Test
    void D066_a_call_through_the_handle_of_an_ended_session_does_not_reach_its_successor() {
        RecordedPeer peer = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(S.id()));
        peer.says(Hello.of("ci", Optional.empty(), List.of(ToolDefinition.of("greet", "d", JsonValue.EMPTY_OBJECT))));

        CompletableFuture<ToolOutcome> call =
                ended.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
        tasks.forEach(Runnable::run);

        assertThat(call).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
        assertThat(ended.tools()).isEmpty();
        assertThat(ended.tool("greet")).isEmpty();
        assertThat(successor.tools()).hasSize(1);
    }

    @Test
    void D066_closing_an_ended_session_again_leaves_its_successor_alone() {
        ended.close();

        assertThat(gateway.sessions()).hasSize(1);
    }

    @Test
    void D067_a_host_that_resumes_its_session_is_told_everything_and_providers_nothing() {
        RecordedPeer peer = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(S.id()));
        peer.says(Hello.of("ci", Optional.empty(), List.of(ToolDefinition.of("greet", "d", JsonValue.EMPTY_OBJECT))));
        int before = peer.all(GatewayMessage.class).size();
        List<List<RegisteredTool>> told = new ArrayList<>();

        successor.resume(new QuietHost() {
            @Override
            public void toolsChanged(List<RegisteredTool> tools) {
                told.add(tools);
            }
        });
        runTasks();

        // Once for the new host; again where the news of the tools was still due.
        assertThat(told).isNotEmpty().containsOnly(successor.tools());
        assertThat(peer.all(GatewayMessage.class)).hasSize(before);
        assertThat(gateway.session(S.id())).contains(successor);
    }

    @Test
    void D067_only_the_host_that_resumed_learns_of_the_end() {
        List<String> ends = new ArrayList<>();
        GatewaySession session =
                gateway.openSession(SessionInfo.of("t", "T", Path.of("code")), endingWith("first", ends));

        session.resume(endingWith("second", ends));
        session.close();
        runTasks();

        assertThat(ends).containsExactly("second");
    }

    @Test
    void D060_the_user_looks_at_one_session_and_only_internal_providers_are_told_which() {
        GatewaySession front = gateway.openSession(
                SessionInfo.of("t", "T", Path.of("code")).withForeground(true), SessionHost.ignoringEverything());
        RecordedPeer internal = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(S.id()));
        RecordedPeer program = RecordedPeer.remote(gateway);
        program.says(Auth.token(
                gateway.tokens().issueSpawnToken(S.id(), new ProviderName("ci")).reveal()));

        successor.bringToForeground();
        successor.bringToForeground();

        assertThat(successor.info().foreground()).isTrue();
        assertThat(front.info().foreground()).isFalse();
        assertThat(internal.all(SessionsUpdated.class))
                .extracting(update -> update.active().stream()
                        .map(session -> session.foreground().orElseThrow())
                        .toList())
                .containsExactly(List.of(true, false));
        assertThat(program.all(SessionsUpdated.class)).isEmpty();
    }

    @Test
    void G002_lists_begin_with_the_foreground_and_tell_of_it_once_a_second() {
        List<GatewaySession> open = Stream.of("t", "u")
                .map(id -> SessionInfo.of(id, id, Path.of("code")).withDiscoverable(true))
                .map(info -> gateway.openSession(info, SessionHost.ignoringEverything()))
                .toList();
        RecordedPeer program = RecordedPeer.remote(gateway);
        program.says(Auth.token(gateway.tokens().issueDiscoveryToken().reveal()));

        for (int i = 0; i < 4; i++) {
            open.get((i + 1) % 2).bringToForeground();
        }
        runTasks();
        clock.step(Duration.ofSeconds(1).toNanos());
        runTasks();

        assertThat(program.all(SessionsUpdated.class))
                .extracting(update -> update.active().stream()
                        .map(session -> session.id().value())
                        .toList())
                .containsExactly(List.of("u", "t"), List.of("t", "u"));
    }

    @Test
    void D119_the_names_that_a_host_keeps_are_shown_as_they_are_now() {
        successor.reserveToolNames(Set.of("shell"));

        assertThat(successor.info().reservedToolNames()).containsExactly("shell");
    }

    @Test
    void D122_a_host_cannot_take_names_of_generated_tools() {
        assertThatThrownBy(() -> successor.reserveToolNames(Set.of("List_ci_Instances")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'List_ci_Instances'");
    }

    @Test
    void a_handle_of_an_ended_session_brings_nothing_to_the_foreground() {
        ended.bringToForeground();

        assertThat(successor.info().foreground()).isFalse();
    }

    @Test
    void D066_an_ended_session_cannot_be_resumed() {
        assertThatThrownBy(() -> ended.resume(SessionHost.ignoringEverything()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has ended");
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static SessionHost endingWith(String word, List<String> ends) {
        return new QuietHost() {
            @Override
            public void closed() {
                ends.add(word);
            }
        };
    }

    private abstract static class QuietHost implements SessionHost {
        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedStage(null);
        }
    }
}
