package io.tapgateway.simulation;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.simulation.world.RandomSource;
import java.util.List;

/**
 * Which limits apply in a scenario: the usual ones, or such that even a small environment comes up against them.
 * Stateless.
 */
final class ScenarioLimits {
    private record Strictness(Limit limit, int least, int most) {}

    private static final List<Strictness> STRICT = List.of(
            new Strictness(Limit.AUTHENTICATED_CONNECTIONS, 2, 5),
            new Strictness(Limit.UNAUTHENTICATED_CONNECTIONS, 2, 8),
            new Strictness(Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, 1, 2),
            new Strictness(Limit.CONNECTIONS_PER_TOKEN, 1, 2),
            new Strictness(Limit.AUTH_TIMEOUT, 1_000, 5_000),
            new Strictness(Limit.REBINDS_PER_MINUTE, 1, 4),
            new Strictness(Limit.MESSAGE, 1_100, 2_000),
            new Strictness(Limit.RECONNECT_WINDOW, 2_000, 6_000),
            new Strictness(Limit.SHUTDOWN_DEADLINE, 0, 4_000),
            new Strictness(Limit.QUEUED_CALLS, 0, 3),
            new Strictness(Limit.EVENTS_PER_STREAM, 1, 5),
            new Strictness(Limit.STREAMS_PER_PROVIDER, 1, 5),
            new Strictness(Limit.INJECTS_PER_PROVIDER, 1, 3),
            new Strictness(Limit.INJECTS_PER_SESSION, 1, 2),
            new Strictness(Limit.PUSHES_PER_SECOND, 1, 5),
            new Strictness(Limit.QUERY_MAX_LAST, 1, 5),
            new Strictness(Limit.GATE_HOLD, 4_000, 30_000),
            new Strictness(Limit.QUEUE_WAIT, 1_000, 5_000),
            new Strictness(Limit.UPDATES_PER_MINUTE, 3, 10),
            new Strictness(Limit.TOOLS_PER_SESSION, 4, 8));

    /** Few newcomers come in an environment; what holds for many has to be tried on them. */
    private static final List<Strictness> STRICT_TO_NEWCOMERS = List.of(
            new Strictness(Limit.WRONG_CODES, 1, 4),
            new Strictness(Limit.WRONG_CODES_PER_ORIGIN, 1, 3),
            new Strictness(Limit.PAIRING_TIMEOUT, 2_000, 20_000),
            new Strictness(Limit.PAIRING_CONFIRMS_PER_MINUTE, 1, 3),
            new Strictness(Limit.PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN, 1, 2));

    private ScenarioLimits() {}

    static Limits limits(RandomSource random) {
        Limits limits = Limits.standard();
        if (random.chance(0.5)) {
            limits = limits.with(Limit.AUTH_FAILURES_PER_MINUTE, 1_000)
                    .with(Limit.AUTH_FAILURES_PER_MINUTE_PER_ORIGIN, 1_000);
        }
        if (random.chance(0.6)) {
            limits = limits.with(Limit.MATCH_INPUT, random.between(5, 40));
        }
        if (random.chance(0.4)) {
            for (Strictness strict : STRICT) {
                if (random.chance(0.35)) {
                    limits = limits.with(strict.limit(), random.between(strict.least(), strict.most()));
                }
            }
        }
        if (random.chance(0.5)) {
            limits = limits.with(Limit.PAIRING_STARTS_PER_MINUTE, 1_000)
                    .with(Limit.PAIRING_STARTS_PER_MINUTE_PER_ORIGIN, 1_000);
        }
        for (Strictness strict : STRICT_TO_NEWCOMERS) {
            if (random.chance(0.25)) {
                limits = limits.with(strict.limit(), random.between(strict.least(), strict.most()));
            }
        }
        if (random.chance(0.5)) {
            limits = limits.with(Limit.STREAM_BYTES_PER_PROVIDER, random.between(20, 200))
                    .with(Limit.STREAM_BYTES_PER_SESSION, random.between(50, 500));
        }
        return limits;
    }
}
