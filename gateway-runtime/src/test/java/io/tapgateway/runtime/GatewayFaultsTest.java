package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What others get wrong costs them, and nobody else: transports, executors, clocks and callbacks that fail. */
final class GatewayFaultsTest {
    private static final SessionInfo S = SessionInfo.of("s", "A session", Path.of("code"));

    private static RecordedPeer bound(Gateway gateway, String name, String tool) {
        RecordedPeer peer = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(S.id()));
        peer.says(Hello.of(name, Optional.empty(), List.of(ToolDefinition.of(tool, "d", JsonValue.EMPTY_OBJECT))));
        return peer;
    }

    /** A transport that breaks at the first message, or whenever it is asked to write. */
    private static final class Broken implements QuietOutlet {
        private final boolean whenFlushed;
        private final List<CloseCode> closes = new ArrayList<>();

        Broken(Gateway gateway, boolean whenFlushed) {
            this.whenFlushed = whenFlushed;
            gateway.providerPort().open(new Peer.InProcess(new SessionId("s")), this);
        }

        @Override
        public void send(GatewayMessage message) {
            if (!whenFlushed) {
                throw new IllegalStateException("cannot send, on purpose");
            }
        }

        @Override
        public void close(CloseCode code, String reason) {
            closes.add(code);
        }

        @Override
        public void flush() {
            if (whenFlushed) {
                throw new IllegalStateException("cannot flush, on purpose");
            }
        }
    }

    @Test
    void a_transport_that_cannot_send_loses_its_own_connection_only() {
        Gateway gateway = Gateway.builder()
                .executor(Runnable::run)
                .clock(new SteppedClock(0))
                .build();
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());

        Broken broken = new Broken(gateway, false);
        RecordedPeer peer = bound(gateway, "ci", "greet");
        session.close();

        assertThat(broken.closes).containsExactly(CloseCode.INTERNAL_ERROR);
        assertThat(gateway.providers()).hasSize(1);
        assertThat(peer.last(SessionLifecycle.class).state()).isEqualTo(SessionLifecycle.State.SHUTDOWN_PENDING);
    }

    @Test
    void a_transport_that_cannot_flush_holds_up_nothing_else_that_leaves() {
        Gateway gateway = Gateway.builder()
                .executor(Runnable::run)
                .clock(new SteppedClock(0))
                .build();
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());
        RecordedPeer peer = bound(gateway, "ci", "greet");
        CompletableFuture<ToolOutcome> call =
                session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();

        Broken broken = new Broken(gateway, true);
        peer.disconnects();

        assertThat(broken.closes).containsExactly(CloseCode.INTERNAL_ERROR);
        assertThat(gateway.providers()).isEmpty();
        assertThat(call).isCompleted();
    }

    @Test
    void an_executor_that_rejects_costs_no_outcome_and_no_notice() {
        Executor rejecting = task -> {
            throw new RejectedExecutionException("full, on purpose");
        };
        List<String> told = new ArrayList<>();
        Gateway gateway =
                Gateway.builder().executor(rejecting).clock(new SteppedClock(0)).build();
        GatewaySession session = gateway.openSession(S, hostThatNotes(told));

        CompletableFuture<ToolOutcome> call =
                session.callTool("nothing", JsonValue.EMPTY_OBJECT).toCompletableFuture();
        RecordedPeer peer = bound(gateway, "ci", "greet");
        peer.says("{\"type\":\"push\",\"level\":\"surface\",\"event\":\"one\"}");
        peer.says("{\"type\":\"push\",\"level\":\"surface\",\"event\":\"two\"}");
        gateway.closeNow();

        assertThat(call).isCompleted();
        assertThat(told).containsExactly("one", "two", "closed");
        assertThat(gateway.shutdown().toCompletableFuture()).isCompleted();
    }

    @Test
    void an_error_in_a_callback_costs_that_one_call_of_the_host() {
        List<String> told = new ArrayList<>();
        Gateway gateway = Gateway.builder()
                .executor(Runnable::run)
                .clock(new SteppedClock(0))
                .build();
        gateway.openSession(S, hostThatNotes(told));
        RecordedPeer peer = bound(gateway, "ci", "greet");

        peer.says("{\"type\":\"push\",\"level\":\"surface\",\"event\":\"fail\"}");
        peer.says("{\"type\":\"push\",\"level\":\"surface\",\"event\":\"two\"}");
        gateway.closeNow();

        assertThat(told).containsExactly("two", "closed");
    }

    @Test
    void D224_calls_have_ended_for_their_hosts_before_the_gateway_has() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        Gateway gateway = Gateway.builder()
                .executor(tasks::addFirst)
                .clock(new SteppedClock(0))
                .build();
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());
        bound(gateway, "ci", "greet");
        CompletableFuture<ToolOutcome> call =
                session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();

        gateway.closeNow();
        CompletableFuture<Void> closed = gateway.shutdown().toCompletableFuture();
        List<Boolean> callEnded = new ArrayList<>();
        var unused = closed.thenRun(() -> callEnded.add(call.isDone()));
        while (!tasks.isEmpty()) {
            tasks.removeFirst().run();
        }

        assertThat(callEnded).containsExactly(true);
    }

    @Test
    void time_may_begin_anywhere() {
        SteppedClock clock = new SteppedClock(Long.MIN_VALUE / 2);
        Gateway gateway = Gateway.builder().executor(Runnable::run).clock(clock).build();
        RecordedPeer peer = RecordedPeer.remote(gateway);

        clock.step(10_000_000_000L);

        assertThat(peer.closed()).contains(CloseCode.TIMED_OUT);
    }

    @Test
    void a_wake_up_that_comes_in_spite_of_its_cancellation_leaves_no_second_one_behind() {
        SteppedClock clock = new SteppedClock(0);
        Gateway gateway = Gateway.builder().executor(Runnable::run).clock(clock).build();
        RecordedPeer.remote(gateway);
        SteppedClock.Alarm first = clock.alarms().get(0);
        clock.skip(1_000_000_000L);
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());
        bound(gateway, "ci", "greet");
        session.close();
        boolean replaced = !clock.alarms().contains(first);

        first.task().run();

        assertThat(replaced).isTrue();
        assertThat(clock.alarms()).hasSize(1);
    }

    @Test
    void an_error_inside_the_loop_ends_one_connection_and_leaves_the_loop_free() throws InterruptedException {
        SteppedClock clock = new SteppedClock(0);
        Gateway gateway = Gateway.builder().executor(Runnable::run).clock(clock).build();
        clock.failOnce();
        RecordedPeer unlucky = RecordedPeer.remote(gateway);
        List<SessionView> answer = new ArrayList<>();
        Thread asking = new Thread(() -> {
            gateway.openSession(S, SessionHost.ignoringEverything());
            answer.addAll(gateway.sessions());
        });
        asking.setDaemon(true);
        asking.start();
        asking.join(5_000);

        assertThat(answer).hasSize(1);
        assertThat(unlucky.closed()).contains(CloseCode.INTERNAL_ERROR);
    }

    private static SessionHost hostThatNotes(List<String> told) {
        return new SessionHost() {
            @Override
            public void toolsChanged(List<RegisteredTool> tools) {}

            @Override
            public void log(TimelineEntry entry) {
                if (entry.text().equals("fail")) {
                    throw new AssertionError("on purpose");
                }
                told.add(entry.text());
            }

            @Override
            public CompletableFuture<Void> send(InjectedPrompt prompt) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public void closed() {
                told.add("closed");
            }
        };
    }
}
