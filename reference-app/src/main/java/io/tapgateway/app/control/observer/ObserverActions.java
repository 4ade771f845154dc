package io.tapgateway.app.control.observer;

import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.ProviderView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * What there is to see for consoles and monitors: calls, what was said in them if that is recorded, who has come and
 * gone, numbers, and limits. Thread-safe.
 */
public final class ObserverActions implements AutoCloseable {
    /** How many joins and departures a session remembers. */
    public static final int MAX_CHANGES = PresenceLog.MAX_CHANGES;

    /** How far numbers go back. */
    public static final int MINUTES = CallNumbers.MINUTES;

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Gateway gateway;
    private final AppSessions sessions;
    private final Vitals vitals;
    private final IntSupplier listeners;
    private final CallLog calls = new CallLog();
    private final CallNumbers numbers;
    private final PresenceLog presence;
    private final CallRecorder recorder;
    private final Counters counters = new Counters();
    private final GatewayEvents.Subscription subscription;

    /**
     * @param listeners how many listen to events
     * @param programs told of who comes and goes
     */
    public ObserverActions(
            Gateway gateway,
            AppSessions sessions,
            Vitals vitals,
            IntSupplier listeners,
            Consumer<ServerSentEvent> programs,
            Supplier<Instant> now) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.vitals = vitals;
        this.listeners = listeners;
        this.numbers = new CallNumbers(now);
        this.presence = new PresenceLog(now, programs);
        this.recorder = new CallRecorder(vitals.terms().recording());
        this.subscription = sessions.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onEvent(GatewayEvent event) {
                event.tell(calls);
                event.tell(numbers);
                event.tell(presence);
                event.tell(counters);
                event.tell(recorder);
            }
        });
        gateway.sessions().forEach(it -> recorder.opened(it.info().id()));
    }

    public void addTo(Routes.Builder routes) {
        routes.now(
                        "GET",
                        "/api/sessions/{session}/calls",
                        request ->
                                calls(request.session(sessions).gateway().info().id()))
                .now(
                        "GET",
                        "/api/sessions/{session}/numbers",
                        request -> numbers(
                                request.session(sessions).gateway().info().id()))
                .now(
                        "GET",
                        "/api/sessions/{session}/presence",
                        request -> presence(
                                request.session(sessions).gateway().info().id()))
                .now(
                        "GET",
                        "/api/sessions/{session}/rules",
                        request ->
                                rules(request.session(sessions).gateway().info().id()))
                .now("GET", "/api/limits", request -> limits())
                .now("GET", "/api/counters", request -> counters())
                .now("GET", "/metrics", request -> prometheus());
        new RecordingActions(recorder).addTo(routes, sessions);
    }

    @Override
    public void close() {
        subscription.close();
    }

    private ApiReply calls(SessionId session) {
        return ApiReply.ok(out -> calls.write(out, session));
    }

    private ApiReply numbers(SessionId session) {
        return ApiReply.ok(out -> numbers.write(out, session));
    }

    private ApiReply presence(SessionId session) {
        return ApiReply.ok(out -> out.value("presence", JsonValue.array(presence.of(session))));
    }

    private ApiReply rules(SessionId session) {
        return ApiReply.list("guards", gateway.guards(session), GuardJson::write);
    }

    private ApiReply limits() {
        Limits limits = gateway.providerPort().limits();
        return ApiReply.list(
                "limits",
                List.of(Limit.values()),
                (out, limit) -> out.text("name", limit.label())
                        .number("value", limits.get(limit))
                        .word("unit", limit.unit())
                        .text("origin", limit.origin()));
    }

    private ApiReply counters() {
        List<Consumer<JsonWriter>> samples =
                metrics().stream().flatMap(Metric::toJson).toList();
        return ApiReply.list("counters", samples, (out, sample) -> sample.accept(out));
    }

    private ApiReply prometheus() {
        StringBuilder text = new StringBuilder();
        metrics().forEach(metric -> metric.write(text));
        return new ApiReply(200, text.toString()).with("Content-Type", PROMETHEUS);
    }

    private List<Metric> metrics() {
        List<ProviderView> providers = gateway.providers();
        List<Metric> metrics = new ArrayList<>();
        metrics.add(new Metric(
                "info",
                Metric.Type.GAUGE,
                "Which version it is.",
                List.of(Metric.Sample.of("version", vitals.version(), 1))));
        metrics.add(
                Metric.gauge("sessions", "Open sessions.", gateway.sessions().size()));
        metrics.add(byTrust(providers));
        metrics.add(Metric.gauge(
                "calls_in_flight",
                "Calls that providers are working on.",
                providers.stream().mapToInt(it -> it.load().inFlight()).sum()));
        metrics.add(Metric.gauge(
                "calls_queued",
                "Calls that wait for a place at their provider.",
                providers.stream().mapToInt(it -> it.load().queued()).sum()));
        metrics.add(
                Metric.gauge("event_listeners", "Programs and pages that follow the events.", listeners.getAsInt()));
        metrics.addAll(counters.metrics());
        return metrics;
    }

    /** By the names of the trust levels, of which two kinds share one. */
    private static Metric byTrust(List<ProviderView> providers) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (TrustLevel trust : TrustLevel.values()) {
            counts.put(trust.label(), 0);
        }
        providers.forEach(provider -> counts.merge(provider.trust().label(), 1, Integer::sum));
        List<Metric.Sample> samples = new ArrayList<>();
        counts.forEach((trust, count) -> samples.add(Metric.Sample.of("trust", trust, count)));
        return new Metric("providers", Metric.Type.GAUGE, "Connected providers.", samples);
    }
}
