package io.tapgateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrentTraceTest {
    private final SdkTracerProvider provider = SdkTracerProvider.builder().build();
    private final Span span = provider.get("test").spanBuilder("turn").startSpan();

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void a_call_is_part_of_the_span_that_is_current_where_it_is_made() {
        try (Scope turn = span.makeCurrent()) {
            assertThat(turn).isNotNull();

            assertThat(CurrentTrace.parent())
                    .contains(new TraceParent("00-" + span.getSpanContext().getTraceId() + "-"
                            + span.getSpanContext().getSpanId() + "-"
                            + span.getSpanContext().getTraceFlags().asHex()));
        }
    }

    @Test
    void the_provider_and_those_who_watch_learn_which() {
        List<CallTrace> seen = new ArrayList<>();
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build();
                Scope turn = span.makeCurrent()) {
            assertThat(turn).isNotNull();
            gateway.events().subscribe(new GatewayEvents.Listener() {
                @Override
                public void onCallEnded(GatewayEvent.CallEnded event) {
                    seen.add(event.trace());
                }
            });
            GatewaySession session = gateway.openSession(
                    SessionInfo.of("main", "Main", Path.of("/code")), SessionHost.ignoringEverything());
            ScriptedPeer provider = bound(gateway);

            var outcome = CurrentTrace.callTool(session, "greet", JsonValue.EMPTY_OBJECT);
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"sessionId\":\"main\",\"tool\":\"greet\","
                            + "\"args\":{},\"traceparent\":\""
                            + CurrentTrace.parent().orElseThrow() + "\"}")
                    .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(outcome.toCompletableFuture().join().ok()).isTrue();
            assertThat(seen).extracting(CallTrace::traceParent).containsExactly(CurrentTrace.parent());
            // The scripted provider does not say goodbye, and would be waited for.
            gateway.closeNow();
        }
    }

    @Test
    void without_a_span_a_call_is_part_of_nothing() {
        assertThat(CurrentTrace.parent()).isEmpty();
    }

    private static ScriptedPeer bound(Gateway gateway) {
        Peer peer = new Peer.InProcess(new SessionId("main"));
        return ScriptedPeer.connect(gateway.providerPort(), peer, new Captures())
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2,"
                        + "\"tools\":[{\"name\":\"greet\",\"description\":\"d\"}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }
}
