package io.tapgateway.runtime;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How pairing stands. Immutable.
 *
 * @param windowClosesAt when the open window ends; empty if none is open
 * @param lockedOut whether too many wrong codes have locked pairing until {@link Pairing#unlock()}
 * @param mutedOrigins who may not ask at the moment, after wrong or unanswered codes; {@link #LOCAL_PROGRAMS} for
 *     programs without an origin
 * @param pending how many codes are shown and neither confirmed nor expired
 */
public record PairingStatus(
        Optional<Instant> windowClosesAt, boolean lockedOut, List<String> mutedOrigins, int pending) {
    /** What {@link #mutedOrigins} calls the local programs, which have no origin and count as one. */
    public static final String LOCAL_PROGRAMS = "local programs";

    public PairingStatus {
        mutedOrigins = List.copyOf(mutedOrigins);
    }
}
