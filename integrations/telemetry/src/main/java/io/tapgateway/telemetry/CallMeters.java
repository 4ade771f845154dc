package io.tapgateway.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;

/**
 * Counts calls and where their time goes: timers {@code tap.call} by outcome, and {@code tap.call.gates}, {@code
 * tap.call.queue} and {@code tap.call.work}. Names of tools and providers are no tags: whoever dials in chooses them,
 * and each would make meters of its own for ever. Thread-safe.
 *
 * <pre>{@code
 * gateway.events().subscribe(CallMeters.in(registry));
 * }</pre>
 */
public final class CallMeters implements GatewayEvents.Listener {
    private final MeterRegistry registry;
    private final Timer interceptors;
    private final Timer gates;
    private final Timer person;
    private final Timer queue;
    private final Timer work;

    private CallMeters(MeterRegistry registry) {
        this.registry = registry;
        this.interceptors = registry.timer("tap.call.interceptors");
        this.gates = registry.timer("tap.call.gates");
        this.person = registry.timer("tap.call.person");
        this.queue = registry.timer("tap.call.queue");
        this.work = registry.timer("tap.call.work");
    }

    /** Keeps its meters there. */
    @SuppressWarnings("exports") // who has one requires its module
    public static CallMeters in(MeterRegistry registry) {
        return new CallMeters(registry);
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded ended) {
        CallTrace trace = ended.trace();
        registry.timer("tap.call", "outcome", ended.outcome().label()).record(trace.total());
        if (!trace.interceptors().isZero()) {
            interceptors.record(trace.interceptors());
        }
        gates.record(trace.gates());
        if (!trace.person().isZero()) {
            person.record(trace.person());
        }
        queue.record(trace.queue());
        work.record(trace.work());
    }
}
