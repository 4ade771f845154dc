package io.tapgateway.emitters.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The record of one run of an emitter that is over. Immutable.
 *
 * @param id of the run, within its session
 * @param index of the run among those of its emitter, from 1
 * @param error why it failed
 */
public record RunTrace(String id, EmitterName emitter, int index, Span span, Status status, Optional<String> error) {
    /** From when to when, on the monotonic clock. */
    public record Span(long begun, long ended) {
        /** How long it took. */
        public Duration duration() {
            return Duration.ofNanos(ended - begun);
        }
    }

    /** How a run ended. */
    public enum Status {
        /** A command ended with exit code 0, or a prompt was handed over. */
        OK,
        /** It did not. */
        FAILED,
        /** It was stopped, with its emitter. */
        STOPPED
    }
}
