package io.tapgateway.agentserver.coworker;

import java.util.Set;

/**
 * What is asked about logs, metrics and traces. Nothing of it is served, which is how it is by default (W-062).
 * Stateless.
 */
final class Observability {
    static final Set<String> QUERY_TYPES = Set.of("logql", "promql", "traceql");

    /** How far back a query looks, in seconds. */
    static final int WINDOW_SECONDS = 300;

    /** How many checks are evaluated at once (W-066). */
    static final int MOST_CHECKS = 100;

    static final String DISABLED = "Observability is disabled for this session.";

    private Observability() {}
}
