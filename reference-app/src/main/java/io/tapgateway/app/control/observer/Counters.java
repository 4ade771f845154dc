package io.tapgateway.app.control.observer;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How often things have happened since the gateway began. What providers choose, such as names, is no label.
 * Thread-safe.
 */
final class Counters implements GatewayEvents.Listener {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30, 60};

    private final Map<String, LongAdder> sessions = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> providers = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> pushes = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> lines = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> phaseNanos = new ConcurrentHashMap<>();
    private final LongAdder[] durations = new LongAdder[BUCKETS.length + 1];

    Counters() {
        for (int i = 0; i < durations.length; i++) {
            durations[i] = new LongAdder();
        }
        calls.put("ok", new LongAdder());
        for (ToolErrorCode code : ToolErrorCode.values()) {
            calls.put(code.name().toLowerCase(Locale.ROOT), new LongAdder());
        }
        List.of("gates", "queue", "work").forEach(phase -> phaseNanos.put(phase, new LongAdder()));
    }

    /** What has been counted. */
    List<Metric> metrics() {
        return List.of(
                counted("sessions", "Sessions opened, ending and ended.", "phase", sessions),
                counted("provider_changes", "Providers bound, unbound, left and disconnected.", "presence", providers),
                counted("calls", "Calls that have ended, by their result.", "result", calls),
                durations(),
                phases(),
                counted("pushes", "Events that providers have pushed.", "level", pushes),
                counted("timeline_lines", "Lines on timelines.", "level", lines));
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        count(sessions, ApiJson.lower(event.phase()));
    }

    @Override
    public void onProviderChanged(GatewayEvent.ProviderChanged event) {
        count(providers, ApiJson.lower(event.presence()));
    }

    @Override
    public void onLogged(GatewayEvent.Logged event) {
        count(lines, event.entry().level().label());
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        CallTrace trace = event.trace();
        add("interceptors", trace.interceptors());
        add("gates", trace.gates());
        add("person", trace.person());
        add("queue", trace.queue());
        add("work", trace.work());
        double seconds = seconds(trace.total().toNanos());
        int bucket = 0;
        while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]) {
            bucket++;
        }
        durations[bucket].increment();
        count(calls, event.outcome().label());
    }

    @Override
    public void onPushed(GatewayEvent.Pushed event) {
        count(pushes, ApiJson.lower(event.event().entry().level()));
    }

    private void add(String phase, Duration time) {
        phaseNanos.computeIfAbsent(phase, name -> new LongAdder()).add(time.toNanos());
    }

    private static void count(Map<String, LongAdder> counts, String label) {
        counts.computeIfAbsent(label, name -> new LongAdder()).increment();
    }

    private static Metric counted(String name, String help, String label, Map<String, LongAdder> counts) {
        List<Metric.Sample> samples = new ArrayList<>();
        new TreeMap<>(counts)
                .forEach((value, count) -> samples.add(Metric.Sample.of(label, value, (double) count.sum())));
        return new Metric(name + "_total", Metric.Type.COUNTER, help, samples);
    }

    private Metric phases() {
        List<Metric.Sample> samples = new ArrayList<>();
        new TreeMap<>(phaseNanos)
                .forEach((phase, nanos) -> samples.add(Metric.Sample.of("phase", phase, seconds(nanos.sum()))));
        return new Metric(
                "call_phase_seconds_total", Metric.Type.COUNTER, "Where the time of ended calls went.", samples);
    }

    private Metric durations() {
        List<Metric.Sample> samples = new ArrayList<>();
        long count = 0;
        for (int i = 0; i < durations.length; i++) {
            count += durations[i].sum();
            String bound = i < BUCKETS.length ? Metric.number(BUCKETS[i]) : "+Inf";
            samples.add(new Metric.Sample("_bucket", Map.of("le", bound), (double) count));
        }
        long nanos = phaseNanos.values().stream().mapToLong(LongAdder::sum).sum();
        samples.add(new Metric.Sample("_sum", Map.of(), seconds(nanos)));
        samples.add(new Metric.Sample("_count", Map.of(), (double) count));
        return new Metric(
                "call_duration_seconds", Metric.Type.HISTOGRAM, "From the host's wish to the outcome.", samples);
    }

    private static double seconds(long nanos) {
        return (double) nanos / NANOS_PER_SECOND;
    }
}
