package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts and a gateway that have nothing in common but a real socket. */
@Timeout(60)
class RemoteGatewayTest {
    @TempDir
    private Path home;

    @AutoClose
    private HostFixture fixture;

    @BeforeEach
    void listen() throws Exception {
        fixture = new HostFixture(home);
    }

    @Test
    void D225_a_host_in_another_process_has_a_session_like_one_in_this() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc").withForeground(true), host);
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());

            CompletableFuture<ToolOutcome> call =
                    session.callTool("greet", args("name", "Ada")).toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"args\":{\"name\":\"Ada\"},\"*\":\"*\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":{\"said\":\"Hello\"}}");

            assertThat(within10Seconds(call)).isInstanceOfSatisfying(ToolOutcome.Success.class, success -> {
                assertThat(success.data()).isEqualTo(args("said", "Hello"));
                assertThat(success.provenance().provider().value()).isEqualTo("greeter");
            });
            assertThat(session.info().foreground()).isTrue();
            assertThat(session.tools())
                    .isEqualTo(fixture.gateway
                            .session(new SessionId("abc"))
                            .orElseThrow()
                            .tools());
            assertThat(session.tool("greet")).isPresent();
            assertThat(session.tool("nope")).isEmpty();
            assertThat(within10Seconds(session.callTool("nope", JsonValue.EMPTY_OBJECT)))
                    .isInstanceOfSatisfying(
                            ToolOutcome.Failure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ToolErrorCode.NOT_FOUND));
            await().untilAsserted(() -> assertThat(host.toolLists())
                    .last()
                    .satisfies(it -> assertThat(it).isEqualTo(session.tools())));
        }
    }

    @Test
    void the_trace_that_a_call_is_part_of_reaches_its_provider() throws Exception {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());

            CompletableFuture<ToolOutcome> call = session.startCall(
                            "greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE.tracedBy(new TraceParent(trace)))
                    .outcome()
                    .toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"sessionId\":\"abc\",\"tool\":\"greet\","
                            + "\"args\":{},\"traceparent\":\"" + trace + "\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(within10Seconds(call).ok()).isTrue();
        }
    }

    @Test
    void M023_what_a_host_adds_to_a_call_reaches_no_provider_of_another_process() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());

            CompletableFuture<ToolOutcome> call = session.startCall(
                            "greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE.adding(args("tracestate", "a=b")))
                    .outcome()
                    .toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"sessionId\":\"abc\",\"tool\":\"greet\","
                            + "\"args\":{}}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(within10Seconds(call).ok()).isTrue();
        }
    }

    @Test
    void D233_a_host_cancels_one_call_and_no_other() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());
            CallHandle first = session.startCall("greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE);
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$first\",\"*\":\"*\"}");
            CallHandle second = session.startCall("greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE);
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$second\",\"*\":\"*\"}");

            first.cancel();

            provider.receives("{\"type\":\"tool.cancel\",\"id\":\"$first\",\"sessionId\":\"abc\",\"reason\":\"host\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$second\",\"data\":1}");
            assertThat(within10Seconds(first.outcome()).failedWith(ToolErrorCode.CANCELLED))
                    .isTrue();
            assertThat(within10Seconds(second.outcome()).ok()).isTrue();
        }
    }

    @Test
    void D235_progress_of_a_call_gets_to_its_host_before_the_outcome() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());
            Queue<CallProgress> told = new ConcurrentLinkedQueue<>();
            CallHandle call =
                    session.startCall("greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE.reportingTo(told::add));

            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                    .sends("{\"type\":\"tool.progress\",\"id\":\"$call\",\"message\":\"one\"}")
                    .sends("{\"type\":\"tool.progress\",\"id\":\"$call\",\"message\":\"two\",\"progress\":3,"
                            + "\"total\":10}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(within10Seconds(call.outcome()).ok()).isTrue();
            assertThat(told)
                    .containsExactly(
                            new CallProgress(1, "one"),
                            new CallProgress(2, "two", Optional.of(ProgressAmount.of(3, 10))));
        }
    }

    @Test
    void D234_a_hosts_deadline_goes_along_with_the_call() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());

            CallHandle call =
                    session.startCall("greet", JsonValue.EMPTY_OBJECT, CallOptions.NONE.within(Duration.ofMillis(200)));

            assertThat(within10Seconds(call.outcome()).failedWith(ToolErrorCode.TIMEOUT))
                    .isTrue();
        }
    }

    @Test
    void callbacks_and_completions_run_where_the_host_says() throws Exception {
        AtomicInteger given = new AtomicInteger();
        ConnectorSettings settings = fixture.settings().executor(task -> {
            given.incrementAndGet();
            task.run();
        });
        try (HostGateway gateway = GatewayConnector.joinOrStart(settings)) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            fixture.provider("abc", "greeter", "greet");
            await().until(() -> !host.toolLists().isEmpty());
            int before = given.get();

            within10Seconds(session.callTool("nope", JsonValue.EMPTY_OBJECT));

            assertThat(before).isPositive();
            assertThat(given.get()).isGreaterThan(before);
        }
    }

    @Test
    void a_host_is_told_the_timeline_and_takes_prompts_and_sees_streams() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            ScriptedPeer provider = fixture.provider("abc", "ci", "ci_status");

            provider.sends(push("surface", "Build 17 failed")).sends(push("inject", "Look at build 17"));

            await().untilAsserted(() -> {
                assertThat(host.timeline()).anyMatch(it -> it.text().contains("Build 17 failed"));
                assertThat(host.injected()).anyMatch(it -> it.text().contains("Look at build 17"));
            });
            assertThat(session.streams())
                    .singleElement()
                    .satisfies(it -> assertThat(it.events()).isEqualTo(2));
            assertThat(session.stream(session.streams().get(0).name(), 1))
                    .singleElement()
                    .satisfies(it -> assertThat(it.entry().event()).isEqualTo("Look at build 17"));
            assertThat(session.stream("nothing@nobody", 1)).isEmpty();
        }
    }

    @Test
    void a_host_asks_before_it_uses_its_own_tools_and_about_prompts() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            ScriptedPeer guard = fixture.peer("abc")
                    .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                    .sends(
                            "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"guard\",\"context\":\"CI is red\","
                                    + "\"hooks\":{\"onPreToolUse\":[{\"match\":{\"tool\":\"shell\"},\"action\":\"deny\","
                                    + "\"reason\":\"Not now\"},{\"match\":{\"tool\":\"push\"},\"action\":\"ask\",\"reason\":\"Sure?\"}]}}")
                    .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}");

            HookDecision denied = within10Seconds(session.preToolUse("shell", args("command", "rm")));
            HookDecision allowed = within10Seconds(session.preToolUse("other", args("a", "b")));
            HookDecision unasked = within10Seconds(session.preToolUse("push", args("to", "main")));
            HookDecision ask = within10Seconds(
                    session.preToolUse("push", args("to", "main"), CheckOptions.NONE.asking(Asking.RETURN)));
            PromptAssembly prompt =
                    within10Seconds(session.assemblePrompt(PromptSections.of(Map.of("tone", "Brief."))));

            assertThat(denied).isInstanceOfSatisfying(HookDecision.Deny.class, it -> {
                assertThat(it.reason()).contains("Not now");
                assertThat(it.by().orElseThrow().value()).isEqualTo("guard");
            });
            assertThat(allowed)
                    .isInstanceOfSatisfying(
                            HookDecision.Allow.class,
                            it -> assertThat(it.permit().covers("other", args("a", "b")))
                                    .isTrue());
            assertThat(unasked)
                    .isInstanceOfSatisfying(
                            HookDecision.Deny.class,
                            it -> assertThat(it.reason()).contains("Nobody is there"));
            assertThat(ask).isInstanceOfSatisfying(HookDecision.Ask.class, it -> {
                assertThat(it.question().why()).isEqualTo("guard: Sure?");
                assertThat(it.permit().covers("push", args("to", "main"))).isTrue();
            });
            assertThat(prompt.sections()).containsEntry("tone", "Brief.");
            assertThat(prompt.context())
                    .singleElement()
                    .satisfies(it -> assertThat(it.framed()).contains("CI is red"));
            assertThat(guard).isNotNull();
        }
    }

    @Test
    void two_hosts_share_a_gateway_and_neither_can_reach_the_sessions_of_the_other() throws Exception {
        HostGateway one = GatewayConnector.joinOrStart(fixture.settings());
        try (HostGateway two = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession mine = one.openSession(HostFixture.info("mine"), new RecordingHost());
            RecordingHost others = new RecordingHost();
            GatewaySession theirs = two.openSession(HostFixture.info("theirs"), others);
            fixture.provider("mine", "greeter", "greet");
            await().until(() -> !mine.tools().isEmpty());

            assertThat(theirs.tools()).isEmpty();
            assertThat(others.timeline()).isEmpty();
            assertThatThrownBy(() -> two.openSession(HostFixture.info("mine"), new RecordingHost()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use");
            assertThatThrownBy(() -> two.issueSpawnToken(new SessionId("mine"), new ProviderName("x")))
                    .isInstanceOf(IllegalStateException.class);

            one.close();

            await().untilAsserted(() -> assertThat(fixture.openSessions()).containsExactly("theirs"));
            assertThat(theirs.info().id().value()).isEqualTo("theirs");
        }
    }

    @Test
    void a_link_outlives_its_connection_and_nothing_said_meanwhile_is_lost() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            CompletableFuture<ToolOutcome> call =
                    session.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");

            fixture.cutConnections();
            provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}")
                    .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"meanwhile\"}");

            assertThat(within10Seconds(call).ok()).isTrue();
            await().untilAsserted(() -> assertThat(host.timeline())
                    .filteredOn(it -> it.text().contains("meanwhile"))
                    .hasSize(1));
            assertThat(session.tools()).hasSize(1);
            assertThat(gateway.ended().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void a_session_that_is_closed_is_gone_on_both_sides_and_its_id_is_free() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);

            within10Seconds(session.close());

            assertThat(host.ended()).isTrue();
            assertThat(fixture.openSessions()).isEmpty();
            assertThat(session.tools()).isEmpty();
            assertThat(within10Seconds(session.callTool("x", JsonValue.EMPTY_OBJECT))
                            .ok())
                    .isFalse();
            gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            assertThat(fixture.openSessions()).containsExactly("abc");
        }
    }

    @Test
    void a_gateway_that_stops_says_so() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            gateway.openSession(HostFixture.info("abc"), host);

            fixture.stop();

            within10Seconds(gateway.ended());
            await().until(host::ended);
            assertThat(fixture.openSessions()).isEmpty();
        }
    }

    @Test
    void D119_D134_a_host_hears_of_tools_that_are_not_what_they_were_and_takes_their_names() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            RecordingHost host = new RecordingHost();
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), host);
            ScriptedPeer provider = fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());

            provider.sends("{\"type\":\"tools.update\",\"requestId\":\"r\",\"tools\":[{\"name\":\"greet\","
                    + "\"description\":\"Does something else\",\"parameters\":{}}]}");
            await().untilAsserted(() -> assertThat(host.toolChanges()).hasSize(1));
            session.reserveToolNames(Set.of("greet"));

            await().until(() -> session.tools().isEmpty());
            assertThat(session.info().reservedToolNames()).containsExactly("greet");
            assertThatThrownBy(() -> session.reserveToolNames(Set.of("list_greeter_instances")))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void D067_another_host_object_goes_on_with_the_session() throws Exception {
        try (HostGateway gateway = GatewayConnector.joinOrStart(fixture.settings())) {
            GatewaySession session = gateway.openSession(HostFixture.info("abc"), new RecordingHost());
            fixture.provider("abc", "greeter", "greet");
            await().until(() -> !session.tools().isEmpty());
            RecordingHost next = new RecordingHost();

            session.resume(next);

            await().untilAsserted(() -> assertThat(next.toolLists())
                    .last()
                    .satisfies(it -> assertThat(it).hasSize(1)));
        }
    }

    private static String push(String level, String event) {
        return "{\"type\":\"push\",\"stream\":\"news\",\"level\":\"" + level + "\",\"event\":\"" + event + "\"}";
    }

    private static JsonValue args(String name, String value) {
        return JsonValue.object(Map.of(name, JsonValue.of(value)));
    }

    private static <T> T within10Seconds(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
