package io.tapgateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallSpansTest {
    private final List<SpanData> exported = new ArrayList<>();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(new InMemory()))
            .build();
    private final CallSpans spans = CallSpans.to(provider.get("test"));

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void a_call_is_a_span_with_its_parts_one_after_the_other() {
        spans.onEvent(Ended.answered());

        assertThat(exported)
                .extracting(SpanData::getName)
                .containsExactly("tap.gates", "tap.queue", "tap.work", "tap.call");
        SpanData call = exported.get(3);
        assertThat(times(exported.get(0))).isEqualTo("0-5");
        assertThat(times(exported.get(1))).isEqualTo("5-25");
        assertThat(times(exported.get(2))).isEqualTo("25-325");
        assertThat(times(call)).isEqualTo("0-325");
        assertThat(exported.subList(0, 3)).allSatisfy(part -> {
            assertThat(part.getParentSpanId()).isEqualTo(call.getSpanId());
            assertThat(part.getTraceId()).isEqualTo(call.getTraceId());
        });
        assertThat(call.getAttributes().toString()).contains("main", "call-1", "ci_status", "ok");
    }

    @Test
    void W061_a_call_that_is_part_of_a_run_says_of_which() {
        spans.onEvent(Ended.answered("run-7"));
        spans.onEvent(Ended.answered());

        assertThat(exported)
                .filteredOn(it -> it.getName().equals("tap.call"))
                .extracting(it -> it.getAttributes().get(AttributeKey.stringKey("tap.run")))
                .containsExactly("run-7", null);
    }

    @Test
    void a_denied_call_has_only_the_part_that_it_came_to_and_says_why_in_one_word() {
        spans.onEvent(Ended.denied());

        assertThat(exported).extracting(SpanData::getName).containsExactly("tap.gates", "tap.call");
        assertThat(exported.get(1).getStatus().getDescription()).isEqualTo("UNAUTHORIZED");
    }

    @Test
    void a_call_has_its_place_in_the_trace_of_its_host() {
        spans.onEvent(Ended.answered(new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")));

        assertThat(exported).extracting(SpanData::getName).containsExactly("tap.gates", "tap.work", "tap.call");
        assertThat(exported)
                .allSatisfy(span -> assertThat(span.getTraceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736"));
        assertThat(exported.get(2).getParentSpanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(exported.get(0).getParentSpanId()).isEqualTo(exported.get(2).getSpanId());
    }

    @Test
    void a_host_that_records_nothing_has_nothing_recorded() {
        spans.onEvent(Ended.answered(new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")));

        assertThat(exported).isEmpty();
    }

    @Test
    void nothing_of_arguments_results_or_texts_is_exported() {
        spans.onEvent(Ended.answered());
        spans.onEvent(Ended.denied());

        assertThat(exported.toString()).doesNotContain("secret");
    }

    @Test
    void other_events_of_a_gateway_are_none_of_its_business() {
        List<GatewayEvent> others = new ArrayList<>();
        try (Gateway gateway = Gateway.builder().executor(Runnable::run).build()) {
            GatewayEvents.Subscription seen = gateway.events().subscribe(new GatewayEvents.Listener() {
                @Override
                public void onEvent(GatewayEvent event) {
                    others.add(event);
                }
            });
            GatewayEvents.Subscription listening = gateway.events().subscribe(spans);

            var unused = gateway.openSession(
                    SessionInfo.of("main", "Main", Path.of("/code")), SessionHost.ignoringEverything());

            seen.close();
            listening.close();
        }

        assertThat(others).isNotEmpty();
        assertThat(exported).isEmpty();
    }

    private static String times(SpanData span) {
        return sinceAsked(span.getStartEpochNanos()) + "-" + sinceAsked(span.getEndEpochNanos());
    }

    private static long sinceAsked(long epochNanos) {
        Instant at = Instant.ofEpochSecond(0, epochNanos);
        return TimeUnit.NANOSECONDS.toMillis(Duration.between(Ended.ASKED, at).toNanos());
    }

    private final class InMemory implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spansToExport) {
            exported.addAll(spansToExport);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
