package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The local transport between a real gateway and real providers, all on the test's own thread and under virtual time.
 */
class LocalProviderTransportTest {
    private static final SessionId ABC = LocalGateway.SESSION;

    private final LocalGateway local = new LocalGateway();
    private final Gateway gateway = local.gateway;
    private final GatewaySession session = local.session;
    private final LocalProviderTransport transport = local.transport;

    @AfterEach
    void closeGateway() {
        gateway.closeNow();
    }

    @Test
    void an_attached_provider_is_bound_with_internal_trust_and_without_authentication_D058() {
        BoundProvider attached = transport.attach(ABC, local.greeter());

        assertThat(attached.binding())
                .get()
                .satisfies(it -> assertThat(it.sessionId()).isEqualTo(ABC));
        assertThat(gateway.providers())
                .singleElement()
                .satisfies(it -> assertThat(it.trust().label()).isEqualTo("internal"));
    }

    @Test
    void a_tool_call_reaches_the_handler_and_its_result_the_host() {
        transport.attach(ABC, local.greeter());

        ToolOutcome outcome = local.call("greet", Map.of("name", "Ada"));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data()).isEqualTo(JsonValue.of("Hello, Ada!")));
    }

    @Test
    void D021_arguments_and_results_pass_as_the_same_objects() {
        List<JsonValue> seen = new ArrayList<>();
        JsonValue result = JsonValue.of(List.of(1, 2, 3));
        transport.attach(
                ABC,
                local.named("echo")
                        .tool("echo", "Echo", Schema.object(), call -> {
                            seen.add(call.args());
                            return result;
                        })
                        .build());
        JsonValue args = JsonValue.of(Map.of("deep", List.of("a")));

        ToolOutcome outcome = LocalGateway.now(session.callTool("echo", args));

        assertThat(seen).singleElement().isSameAs(args);
        assertThat(((ToolOutcome.Success) outcome).data()).isSameAs(result);
    }

    @Test
    void a_failing_handler_tells_the_host_a_code_and_keeps_its_exception() {
        transport.attach(
                ABC,
                local.named("broken")
                        .tool("boom", "Fails", Schema.object(), call -> {
                            throw new IllegalStateException("secret detail");
                        })
                        .tool("missing", "Fails", Schema.object(), call -> {
                            throw ToolFailure.notFound("No such page.");
                        })
                        .build());

        assertThat(local.call("boom", Map.of())).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo(ToolErrorCode.INTERNAL);
            assertThat(failure.error()).isEqualTo("The tool failed.");
        });
        assertThat(local.faults).containsExactly("Tool 'boom' failed.");
        assertThat(local.call("missing", Map.of())).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo(ToolErrorCode.NOT_FOUND);
            assertThat(failure.error()).isEqualTo("No such page.");
        });
    }

    @Test
    void a_call_that_times_out_cancels_the_handler() {
        List<Boolean> cancelled = new ArrayList<>();
        transport.attach(
                ABC,
                local.named("slow")
                        .tool(Tool.of("wait", "Waits", Schema.object(), call -> {
                                    call.cancelled().thenRun(() -> cancelled.add(call.isCancelled()));
                                    return new CompletableFuture<String>().minimalCompletionStage();
                                })
                                .timeout(Duration.ofSeconds(1)))
                        .build());
        CompletableFuture<ToolOutcome> outcome =
                session.callTool("wait", JsonValue.EMPTY_OBJECT).toCompletableFuture();

        local.clock.advance(Duration.ofSeconds(1));

        assertThat(outcome).isCompletedWithValueMatching(it -> it.failedWith(ToolErrorCode.TIMEOUT));
        assertThat(cancelled).containsExactly(true);
    }

    @Test
    void a_handler_that_calls_a_tool_of_the_same_provider_is_not_re_entered() {
        List<String> order = new ArrayList<>();
        transport.attach(
                ABC,
                local.named("nested")
                        .tool("outer", "Calls the other one", Schema.object(), call -> {
                            order.add("outer begins");
                            CompletionStage<ToolOutcome> inner = session.callTool("inner", JsonValue.EMPTY_OBJECT);
                            order.add("outer ends");
                            return inner.thenApply(outcome -> outcome.ok());
                        })
                        .tool("inner", "Is called", Schema.object(), call -> {
                            order.add("inner");
                            return "done";
                        })
                        .build());

        ToolOutcome outcome = local.call("outer", Map.of());

        assertThat(order).containsExactly("outer begins", "outer ends", "inner");
        assertThat(((ToolOutcome.Success) outcome).data()).isEqualTo(JsonValue.TRUE);
    }

    @Test
    void D021_handlers_that_call_on_and_on_do_not_grow_the_stack() {
        List<Long> counted = new ArrayList<>();
        List<ToolOutcome> outcomes = new ArrayList<>();
        transport.attach(
                ABC,
                local.named("countdown")
                        .tool("count", "Counts down by calling itself", Schema.object(), call -> {
                            long left = call.longArg("left");
                            counted.add(left);
                            if (left > 0) {
                                session.callTool("count", JsonValue.of(Map.of("left", left - 1)))
                                        .thenAccept(outcomes::add);
                            }
                            return left;
                        })
                        .build());

        local.call("count", Map.of("left", 50_000));

        assertThat(counted).hasSize(50_001).endsWith(0L);
        assertThat(outcomes).hasSize(50_000).allMatch(ToolOutcome::ok);
    }

    @Test
    void closing_the_handle_says_goodbye_and_removes_the_tools() {
        BoundProvider attached = transport.attach(ABC, local.greeter());

        attached.close();

        assertThat(attached.binding()).isEmpty();
        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
        assertThat(gateway.providers()).isEmpty();
        assertThat(session.tools()).isEmpty();
        assertThat(attached.push(PushLevel.KEEP, "too late")).isFalse();
    }

    @Test
    void the_end_of_the_session_runs_the_clean_up_and_then_ends_the_provider() {
        List<String> order = new ArrayList<>();
        BoundProvider attached = transport.attach(
                ABC,
                local.named("tidy")
                        .onShutdown(id -> order.add("cleaned up " + id))
                        .onUnbound(() -> order.add("unbound"))
                        .build());

        CompletionStage<Void> closed = session.close();

        assertThat(closed.toCompletableFuture()).isCompleted();
        assertThat(order).containsExactly("cleaned up abc", "unbound");
        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
        assertThat(gateway.providers()).isEmpty();
    }

    @Test
    void attaching_to_a_session_that_does_not_exist_fails_with_the_gateways_reason() {
        BoundProvider attached = transport.attach(new SessionId("nowhere"), local.greeter());

        assertThat(attached.whenBound().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(ErrorCode.INVALID_SESSION));
        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
        assertThat(gateway.providers()).isEmpty();
    }

    @Test
    void attaching_to_a_closed_gateway_fails() {
        gateway.closeNow();

        BoundProvider attached = transport.attach(ABC, local.greeter());

        assertThat(attached.whenBound().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(NotBound.class);
        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
    }

    @Test
    void the_end_of_the_gateway_ends_its_providers() {
        BoundProvider attached = transport.attach(ABC, local.greeter());

        gateway.close();

        assertThat(attached.whenEnded().toCompletableFuture()).isCompleted();
    }

    @Test
    void D062_a_provider_attached_to_all_serves_every_session_and_those_that_come_later() {
        transport.attachToAll(ABC, local.greeter());
        GatewaySession later =
                gateway.openSession(SessionInfo.of("later", "Later", Path.of("/code")), new RecordingHost());

        ToolOutcome outcome = LocalGateway.now(later.callTool("greet", JsonValue.of(Map.of("name", "Bo"))));

        assertThat(outcome.ok()).isTrue();
        assertThat(local.call("greet", Map.of("name", "Al")).ok()).isTrue();
    }

    @Test
    void a_result_above_five_megabytes_fails_the_call_and_keeps_the_connection() {
        BoundProvider attached = transport.attach(
                ABC,
                local.named("big")
                        .tool("big", "Too much", Schema.object(), call -> "x".repeat(5 << 20))
                        .build());

        ToolOutcome outcome = local.call("big", Map.of());

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.error()).contains("5242880"));
        assertThat(attached.binding()).isPresent();
    }

    @Test
    void the_default_runs_handlers_on_daemon_threads_of_the_providers_own() {
        CompletableFuture<Thread> handlerThread = new CompletableFuture<>();
        LocalProviderTransport.attach(
                        gateway,
                        ABC,
                        local.named("threads")
                                .tool("where", "Where am I", Schema.object(), call -> {
                                    handlerThread.complete(Thread.currentThread());
                                    return "here";
                                })
                                .build())
                .whenBound()
                .toCompletableFuture()
                .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                .join();

        ToolOutcome outcome = session.callTool("where", JsonValue.EMPTY_OBJECT)
                .toCompletableFuture()
                .orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                .join();

        assertThat(outcome.ok()).isTrue();
        assertThat(handlerThread.join()).isNotSameAs(Thread.currentThread());
        assertThat(handlerThread.join().isDaemon()).isTrue();
        assertThat(handlerThread.join().getName()).startsWith("tap-provider-threads-");
    }
}
