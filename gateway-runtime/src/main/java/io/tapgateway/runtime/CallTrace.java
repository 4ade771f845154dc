package io.tapgateway.runtime;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TraceParent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where the time of a call went. Immutable.
 *
 * @param askedAt when the host asked for it
 * @param interceptors how long interceptors were waited for (Z-061)
 * @param gates until the rules had let it pass, or had not, without the time of interceptors and of a person
 * @param person how long a person was waited for (U-120)
 * @param queue until its provider had a place for it; rules that are asked again meanwhile count as waiting
 * @param work since it was sent
 * @param rewrittenBy whose interceptors have changed its arguments, in order (Z-064)
 * @param traceParent the trace that it is part of, if its host said so
 * @param run the run of a harness that it is part of, if its host said so
 */
public record CallTrace(
        Instant askedAt,
        Duration interceptors,
        Duration gates,
        Duration person,
        Duration queue,
        Duration work,
        List<ProviderName> rewrittenBy,
        Optional<TraceParent> traceParent,
        Optional<String> run) {
    public CallTrace {
        rewrittenBy = List.copyOf(rewrittenBy);
    }

    /** From the host's wish to now, or to the outcome. */
    public Duration total() {
        return interceptors.plus(gates).plus(person).plus(queue).plus(work);
    }
}
