package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * What comes with each question to a {@link SessionInterceptor}. Thread-safe.
 *
 * <p>All who are asked about one thing share a time: the gateway blocks what is not decided 20 seconds after the first
 * question, or 80 seconds once one of them has said that it is busy, whatever is answered later (D-230). Whoever wants
 * to be done sooner, or to let pass what it cannot answer, sees to that itself.
 */
@MayChange
public interface InterceptorQuestion {
    /**
     * When the first question about the same thing was asked, without time that a person took since; in nanoseconds of
     * {@link GatewayClock#nanos()}.
     */
    long chainBegan();

    /**
     * How much of the time since then somebody who was asked before was {@link #busy} (Z-061); never negative, and not
     * more than passed from {@link #chainBegan} to {@link #asked}.
     */
    Duration paused();

    /** When this one was asked, in nanoseconds of {@link GatewayClock#nanos()}. */
    long asked();

    /**
     * Whoever has to answer is busy with something older and will answer later: all together have 80 seconds
     * instead of 20 (Z-061). Harmless to repeat; without effect after the answer.
     */
    void busy();

    /**
     * What was older is done: the time since {@link #busy} is no time of the answer's, and whoever is asked next sees
     * it in {@link #paused}. An answer says so by itself; without effect unless it is busy.
     */
    void free();

    /**
     * Whether the answer is useless now: what was asked about was given up, its time is over, or the registration has
     * ended. It never is after the answer.
     *
     * @return completes then, on the gateway's executor; never fails
     */
    CompletionStage<Void> withdrawn();
}
