package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/**
 * A question that somebody has asked in this process. Thread-safe.
 *
 * @param <T> how it may end
 */
public interface Asked<T> extends Awaited<T> {
    /** What it is called where people answer it. */
    @MayChange
    QuestionId id();
}
