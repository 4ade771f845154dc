package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** What a provider is told besides calls. */
class ListenerTest {
    private static final SessionId ABC = new SessionId("abc");

    private final List<String> faults = new ArrayList<>();

    private ProviderBuilder builder() {
        return Provider.named("ci").onError(fault -> faults.add(fault.what()));
    }

    private static ScriptedGateway bound(ProviderBuilder provider) {
        return bound(provider, Runnable::run);
    }

    private static ScriptedGateway bound(ProviderBuilder provider, Executor executor) {
        return ScriptedGateway.bound(ProviderSession.remote(provider.build(), Credentials.token("ptk-1"), executor));
    }

    @Test
    void D219_shutdown_pending_runs_the_clean_up_and_then_says_ready() {
        CompletableFuture<Void> cleaning = new CompletableFuture<>();
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway = bound(builder()
                .onLifecycle(change -> told.add(change.state().wireName()))
                .onShutdownAsync(session -> {
                    told.add("clean up " + session);
                    return cleaning;
                }));

        gateway.says(lifecycle(SessionLifecycle.State.SHUTDOWN_PENDING));
        assertThat(gateway.received()).isEmpty();
        cleaning.complete(null);

        assertThat(gateway.received(ShutdownReady.class).sessionId()).contains(ABC);
        assertThat(told).containsExactly("shutdown.pending", "clean up abc");
    }

    @Test
    void a_clean_up_that_fails_is_reported_and_does_not_hold_up_the_session() {
        ScriptedGateway gateway = bound(builder().onShutdown(session -> {
            throw new IllegalStateException();
        }));

        gateway.says(lifecycle(SessionLifecycle.State.SHUTDOWN_PENDING));

        assertThat(gateway.received(ShutdownReady.class).sessionId()).contains(ABC);
        assertThat(faults).containsExactly("Cleaning up for session 'abc' failed.");
    }

    @Test
    void D219_a_clean_up_may_say_goodbye_instead() {
        ProviderSession[] session = new ProviderSession[1];
        Provider provider =
                builder().onShutdown(id -> session[0].handle().goodbye("done")).build();
        session[0] = ProviderSession.remote(provider, Credentials.token("ptk-1"), Runnable::run);
        ScriptedGateway gateway = ScriptedGateway.bound(session[0]);

        gateway.says(lifecycle(SessionLifecycle.State.SHUTDOWN_PENDING));

        assertThat(gateway.received(Goodbye.class).reason()).contains("done");
        assertThat(gateway.wasClosedByProvider()).isTrue();
    }

    @Test
    void idle_and_started_need_no_answer() {
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway =
                bound(builder().onLifecycle(change -> told.add(change.state().wireName())));

        gateway.says(lifecycle(SessionLifecycle.State.STARTED)).says(lifecycle(SessionLifecycle.State.IDLE));

        assertThat(told).containsExactly("started", "idle");
        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void session_events_reach_the_subscriber_of_their_name() {
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway = bound(builder()
                .subscribe("user.message", event -> told.add(event.data().json()))
                .subscribe("other", event -> {
                    throw new IllegalStateException();
                }));

        gateway.says(new SessionEvent(ABC, "user.message", JsonValue.of("hi"), 0));
        gateway.says(new SessionEvent(ABC, "unknown", JsonValue.of("?"), 0));
        gateway.says(new SessionEvent(ABC, "other", JsonValue.of("!"), 0));
        gateway.says(new SessionEvent(ABC, "user.message", JsonValue.of("again"), 0));

        assertThat(told).containsExactly("\"hi\"", "\"again\"");
        assertThat(faults).containsExactly("A listener failed.");
    }

    @Test
    void a_listener_that_throws_an_error_hears_what_waits_behind_it_and_what_comes_later() {
        HoldingExecutor executor = new HoldingExecutor();
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway = bound(
                builder()
                        .subscribe("bad", event -> {
                            throw new AssertionError();
                        })
                        .subscribe("e", event -> told.add(event.data().json())),
                executor);

        executor.hold();
        gateway.says(new SessionEvent(ABC, "bad", JsonValue.of("!"), 0));
        gateway.says(new SessionEvent(ABC, "e", JsonValue.of("waiting"), 0));
        executor.runAll();
        gateway.says(new SessionEvent(ABC, "e", JsonValue.of("later"), 0));
        executor.runAll();

        assertThat(told).containsExactly("\"waiting\"", "\"later\"");
        assertThat(faults).containsExactly("A listener failed.");
    }

    @Test
    void D210_a_listener_that_is_too_slow_loses_events_and_is_told_how_many() {
        HoldingExecutor executor = new HoldingExecutor();
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway = bound(
                builder().subscribe("e", event -> told.add(event.data().json() + "+" + event.dropped())), executor);

        executor.hold();
        for (int i = 0; i < SerialCallbacks.MAX_EVENTS + 3; i++) {
            gateway.says(new SessionEvent(ABC, "e", JsonValue.of(i), 0));
        }
        executor.runAll();
        gateway.says(new SessionEvent(ABC, "e", JsonValue.of("next"), 2));
        gateway.says(new SessionEvent(ABC, "e", JsonValue.of("last"), 0));
        executor.runAll();

        assertThat(told)
                .hasSize(SerialCallbacks.MAX_EVENTS + 2)
                .startsWith("0+0", "1+0")
                .endsWith((SerialCallbacks.MAX_EVENTS - 1) + "+0", "\"next\"+5", "\"last\"+0");
    }

    @Test
    void notices_come_one_at_a_time_and_in_order_even_when_one_causes_another() {
        List<String> told = new ArrayList<>();
        ScriptedGateway[] gateway = new ScriptedGateway[1];
        gateway[0] = bound(builder().onLifecycle(change -> {
            told.add("begin " + change.state().wireName());
            if (change.state() == SessionLifecycle.State.STARTED) {
                gateway[0].says(lifecycle(SessionLifecycle.State.IDLE));
            }
            told.add("end " + change.state().wireName());
        }));

        gateway[0].says(lifecycle(SessionLifecycle.State.STARTED));

        assertThat(told).containsExactly("begin started", "end started", "begin idle", "end idle");
    }

    @Test
    void an_executor_that_takes_nothing_more_silences_the_listener_and_harms_nobody() {
        HoldingExecutor executor = new HoldingExecutor();
        List<String> told = new ArrayList<>();
        ScriptedGateway gateway =
                bound(builder().onLifecycle(change -> told.add(change.state().wireName())), executor);

        executor.takeNothingMore();
        gateway.says(lifecycle(SessionLifecycle.State.IDLE)).hangsUp();

        assertThat(told).isEmpty();
    }

    @Test
    void an_error_that_answers_nothing_here_is_reported_to_the_author() {
        ScriptedGateway gateway = bound(builder());

        gateway.says(error(ErrorCode.RATE_LIMITED, "push"));

        assertThat(faults).containsExactly("The gateway refused 'push'.");
        assertThat(gateway.wasClosedByProvider()).isFalse();
    }

    private static SessionLifecycle lifecycle(SessionLifecycle.State state) {
        return new SessionLifecycle(ABC, state, OptionalLong.empty());
    }
}
