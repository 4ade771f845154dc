package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class GuestsTest {
    private static final SessionInfo S =
            SessionInfo.of("s", "A session", Path.of("code")).withDiscoverable(true);

    private static final SessionListener NOBODY = new SessionListener() {};

    private static final String HELLO = """
            {"type":"hello","name":"ci","protocolVersion":2,"session":"s","tools":[
              {"name":"build","description":"Builds","parameters":{"type":"object"}}]}""";

    private static final String ONE_MORE = """
            {"type":"tools.update","mode":"delta","tools":[
              {"name":"test","description":"Tests","parameters":{"type":"object"}}]}""";

    private static final String BUILD_CHANGED = """
            {"type":"tools.update","mode":"delta","tools":[
              {"name":"build","description":"Builds and sends it away","parameters":{"type":"object"}}]}""";

    private static final String PROMPT = "{\"type\":\"push\",\"level\":\"inject\",\"event\":\"The build is broken.\"}";

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final SteppedClock clock = new SteppedClock(0);
    private final Gateway gateway =
            Gateway.builder().executor(tasks::addLast).clock(clock).build();
    private final Diary host = new Diary();
    private final GatewaySession session = gateway.openSession(S, host);

    @AfterEach
    void close() {
        gateway.closeNow();
        runTasks();
    }

    /** Writes down what it is told. */
    private static class Diary implements SessionHost {
        final List<String> lines = new ArrayList<>();

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            lines.add("tools " + names(tools));
        }

        @Override
        public void toolChanged(ToolChange change) {
            lines.add("changed " + change.tool().name());
        }

        @Override
        public void log(TimelineEntry entry) {
            lines.add(entry.level().label());
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            lines.add("prompt");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void offeringsChanged() {
            lines.add("offerings");
        }

        @Override
        public void closed() {
            lines.add("closed");
        }
    }

    private static String names(List<RegisteredTool> tools) {
        return tools.stream().map(it -> it.name().value()).collect(Collectors.joining(" "));
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void settle() {
        clock.step(Duration.ofSeconds(1).toNanos());
        runTasks();
    }

    private static RecordedPeer bound(Gateway gateway) {
        RecordedPeer peer = RecordedPeer.remote(gateway);
        peer.says("{\"type\":\"auth\",\"token\":\""
                + gateway.tokens().issueDiscoveryToken().reveal() + "\"}");
        peer.says(HELLO);
        return peer;
    }

    private static CompletableFuture<ToolOutcome> build(SessionAccess session) {
        return session.callTool("build", JsonValue.EMPTY_OBJECT).toCompletableFuture();
    }

    @Test
    void M011_a_guest_is_told_the_tools_of_now_and_then_what_the_host_is_told_but_prompts() {
        RecordedPeer peer = bound(gateway);
        settle();
        host.lines.clear();
        Diary guest = new Diary();

        gateway.attach(S.id(), guest);
        peer.says(BUILD_CHANGED);
        peer.says(PROMPT);
        settle();
        peer.disconnects();
        settle();
        session.close();
        runTasks();

        assertThat(guest.lines)
                .startsWith("tools build", "changed build", "warning")
                .endsWith("tools ", "closed")
                .contains("inject");
        List<String> forAll = new ArrayList<>(host.lines);
        assertThat(forAll.remove("prompt")).isTrue();
        assertThat(guest.lines.subList(1, guest.lines.size())).isEqualTo(forAll);
    }

    @Test
    void M011_a_guest_calls_and_reads_what_the_host_does() {
        RecordedPeer peer = bound(gateway);
        peer.says("{\"type\":\"push\",\"level\":\"keep\",\"event\":\"red\",\"sessionId\":\"s\",\"stream\":\"runs\"}");
        SessionAccess guest = gateway.attach(S.id(), NOBODY);

        CompletableFuture<ToolOutcome> outcome = build(guest);
        peer.says(ToolResult.data(peer.last(ToolCall.class).id(), JsonValue.of("done")));
        CompletableFuture<HookDecision> permit =
                guest.preToolUse("shell", JsonValue.EMPTY_OBJECT).toCompletableFuture();
        runTasks();

        assertThat(outcome).isCompletedWithValueMatching(ToolOutcome::ok);
        assertThat(permit).isCompletedWithValueMatching(it -> it instanceof HookDecision.Allow);
        assertThat(guest.info()).isEqualTo(session.info());
        assertThat(guest.tools()).isEqualTo(session.tools()).hasSize(1);
        assertThat(guest.tool("build")).isPresent();
        assertThat(guest.offerings()).isEqualTo(session.offerings());
        assertThat(guest.streams()).isEqualTo(session.streams()).hasSize(1);
        assertThat(guest.stream("runs@ci", 1)).hasSize(1);
    }

    @Test
    void M022_a_guest_knows_the_tool_that_its_call_has_brought_before_the_outcome() {
        RecordedPeer peer = bound(gateway);
        Diary guest = new Diary();
        SessionAccess access = gateway.attach(S.id(), guest);
        settle();
        CompletableFuture<Void> ended = build(access).thenAccept(outcome -> guest.lines.add("outcome"));

        peer.says(ONE_MORE);
        peer.says(ToolResult.data(peer.last(ToolCall.class).id(), JsonValue.of("done")));
        runTasks();

        assertThat(ended).isCompleted();
        assertThat(guest.lines).endsWith("tools build test", "outcome");
    }

    @Test
    void M011_a_guest_that_leaves_takes_its_own_calls_along() {
        RecordedPeer peer = bound(gateway);
        Diary leaving = new Diary();
        SessionAccess guest = gateway.attach(S.id(), leaving);
        SessionAccess other = gateway.attach(S.id(), NOBODY);
        CompletableFuture<ToolOutcome> own = build(guest);
        CallId sent = peer.last(ToolCall.class).id();
        CompletableFuture<ToolOutcome> others = build(other);
        CompletableFuture<ToolOutcome> hosts = build(session);

        CompletableFuture<Void> left = guest.close().toCompletableFuture();
        CompletableFuture<ToolOutcome> late = build(guest);
        peer.disconnects();
        settle();

        assertThat(own).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
        assertThat(peer.all(ToolCancel.class)).extracting(ToolCancel::id).containsExactly(sent);
        assertThat(late).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
        assertThat(others).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.DISCONNECTED));
        assertThat(hosts).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.DISCONNECTED));
        assertThat(left).isCompleted();
        assertThat(leaving.lines).containsExactly("tools build", "closed");
        assertThat(guest.tools()).isEmpty();
        assertThat(gateway.session(S.id())).contains(session);
        assertThat(guest.close()).isCompleted();
    }

    @Test
    void M011_a_guest_cancels_no_call_of_others_whatever_name_it_takes() {
        RecordedPeer peer = bound(gateway);
        SessionAccess guest = gateway.attach(S.id(), NOBODY);
        CallHandle hosts = session.startCall("build", JsonValue.EMPTY_OBJECT, CallOptions.NONE);

        guest.cancelCall(hosts.id());
        CallHandle same = guest.startCall("build", JsonValue.EMPTY_OBJECT, CallOptions.NONE.named(hosts.id()));
        guest.cancelCall(hosts.id());
        same.cancel();
        CallHandle own = guest.startCall("build", JsonValue.EMPTY_OBJECT, CallOptions.NONE);
        guest.cancelCall(own.id());
        runTasks();

        assertThat(hosts.outcome().toCompletableFuture()).isNotDone();
        assertThat(same.outcome()).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.INTERNAL));
        assertThat(own.outcome()).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
        assertThat(peer.all(ToolCall.class)).hasSize(2);
    }

    @Test
    void D212_a_session_is_idle_whatever_its_guests_do() {
        RecordedPeer peer = bound(gateway);
        SessionAccess guest = gateway.attach(S.id(), NOBODY);
        CompletableFuture<ToolOutcome> hosts = build(session);
        peer.says(ToolResult.data(peer.last(ToolCall.class).id(), JsonValue.of("done")));
        CompletableFuture<ToolOutcome> guests = build(guest);

        session.idle();
        CompletableFuture<ToolOutcome> next = build(guest);
        CompletionStage<HookDecision> check = guest.preToolUse("shell", JsonValue.EMPTY_OBJECT);
        session.idle();
        runTasks();

        assertThat(check).isCompleted();
        assertThat(next).isNotDone();
        assertThat(hosts).isCompletedWithValueMatching(ToolOutcome::ok);
        assertThat(guests).isNotDone();
        assertThat(peer.all(SessionLifecycle.class))
                .extracting(SessionLifecycle::state)
                .containsExactly(SessionLifecycle.State.STARTED, SessionLifecycle.State.IDLE);
    }

    @Test
    void D157_the_host_interrupts_calls_of_guests_as_well() {
        bound(gateway);
        CompletableFuture<ToolOutcome> call = build(gateway.attach(S.id(), NOBODY));

        session.interrupt();
        runTasks();

        assertThat(call).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
    }

    @Test
    void D066_a_guest_of_a_session_that_has_ended_is_none_of_its_successor() {
        Diary guest = new Diary();
        SessionAccess access = gateway.attach(S.id(), guest);
        session.close();
        gateway.openSession(S, SessionHost.ignoringEverything());
        bound(gateway);
        settle();

        CompletableFuture<ToolOutcome> call = build(access);
        CompletableFuture<Void> left = access.close().toCompletableFuture();
        runTasks();

        assertThat(guest.lines).containsExactly("tools ", "closed");
        assertThat(call).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.CANCELLED));
        assertThat(access.tools()).isEmpty();
        assertThat(left).isCompleted();
    }

    @Test
    void M011_a_session_has_so_many_guests_and_no_more() {
        int most = (int) Limit.GUESTS_PER_SESSION.standard();
        List<SessionAccess> guests = IntStream.range(0, most)
                .mapToObj(i -> gateway.attach(S.id(), NOBODY))
                .toList();

        assertThatThrownBy(() -> gateway.attach(S.id(), NOBODY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot attach to session 's': it has " + most + " guests, which is the limit");

        guests.get(0).close();
        assertThat(gateway.attach(S.id(), NOBODY).info()).isEqualTo(session.info());
    }

    @Test
    void M011_there_is_nothing_to_attach_to_without_a_session() {
        assertThatThrownBy(() -> gateway.attach(new SessionId("t"), NOBODY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cannot attach to session 't': there is no such session");
    }

    @Test
    void D230_a_guest_that_fails_or_takes_its_time_costs_nobody_anything() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        Gateway busy =
                Gateway.builder().executor(threads).clock(new SteppedClock(0)).build();
        CountDownLatch released = new CountDownLatch(1);
        try {
            Told told = new Told();
            GatewaySession hosted = busy.openSession(S, told);
            Told other = new Told();
            SessionAccess quick = busy.attach(S.id(), other);
            busy.attach(S.id(), new Told() {
                @Override
                public void toolsChanged(List<RegisteredTool> tools) {
                    await(released);
                    super.toolsChanged(tools);
                    throw new IllegalStateException("on purpose");
                }
            });

            RecordedPeer peer = bound(busy);
            peer.says(BUILD_CHANGED);
            CompletableFuture<ToolOutcome> call = build(quick);
            peer.says(ToolResult.data(peer.last(ToolCall.class).id(), JsonValue.of("done")));
            peer.disconnects();
            hosted.close();

            assertThat(told.next(3)).containsExactly("changed", "tools", "closed");
            assertThat(other.next(4)).containsExactly("tools", "changed", "tools", "closed");
            assertThat(call.get(30, TimeUnit.SECONDS).ok()).isTrue();
        } finally {
            released.countDown();
            busy.closeNow();
            threads.shutdown();
        }
    }

    /** Says on another thread what it was told. */
    private static class Told implements SessionHost {
        private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

        List<String> next(int count) throws InterruptedException {
            List<String> next = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                next.add(news.poll(30, TimeUnit.SECONDS));
            }
            return next;
        }

        static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            news.add("tools");
        }

        @Override
        public void toolChanged(ToolChange change) {
            news.add("changed");
        }

        @Override
        public void closed() {
            news.add("closed");
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }
    }
}
