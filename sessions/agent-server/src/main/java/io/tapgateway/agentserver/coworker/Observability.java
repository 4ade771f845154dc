package io.tapgateway.agentserver.coworker;

import java.util.Optional;

/**
 * Whether clients can ask about logs, metrics and traces, and where these are (W-062 – W-066). Only the person says so,
 * by the environment: a repository names no addresses (T-42). Immutable.
 *
 * @param logs where logs are asked for, as an address without its path; empty if nowhere
 * @param otlp where programs report to, for clients to know; may be empty
 * @param reportOnly whether whoever asks goes on if a check fails; for clients to know
 * @param strict whether whoever asks does not; for clients to know
 */
public record Observability(
        boolean enabled,
        Optional<String> logs,
        Optional<String> metrics,
        Optional<String> traces,
        String otlp,
        boolean reportOnly,
        boolean strict) {
    /** Nobody can ask, as it is by default. */
    public static final Observability OFF =
            new Observability(false, Optional.empty(), Optional.empty(), Optional.empty(), "", true, false);

    /** How far back a query looks that does not say so, in seconds (W-065). */
    static final int WINDOW_SECONDS = 300;

    /** How many checks are evaluated at once (W-066). */
    static final int MOST_CHECKS = 100;

    static final String DISABLED = "Observability is disabled for this session.";
    static final String NO_ENDPOINT = "no endpoint";

    /** Where queries of a kind go; empty if nowhere. */
    public Optional<String> endpoint(ObservabilityQuery.Kind kind) {
        return switch (kind) {
            case LOGS -> logs;
            case METRICS -> metrics;
            case TRACES -> traces;
        };
    }

    /** What a query comes to without anybody being asked; empty if somebody has to be. */
    public Optional<ObservabilityResult> unasked(ObservabilityQuery query) {
        if (!enabled) {
            return Optional.of(ObservabilityResult.failed(DISABLED));
        }
        return endpoint(query.kind()).isEmpty()
                ? Optional.of(ObservabilityResult.failed(NO_ENDPOINT))
                : Optional.empty();
    }
}
