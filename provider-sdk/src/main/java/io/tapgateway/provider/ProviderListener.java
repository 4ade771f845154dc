package io.tapgateway.provider;

import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What a provider is told besides calls. The methods run on the provider's executor, one at a time and in order; only
 * {@link #shutdown} and {@link #fault} may run at the same time as others. What a method throws goes to {@link #fault}.
 */
public interface ProviderListener {
    /**
     * Something went wrong, and no stage fails with it: a line for the author's log. Immutable.
     *
     * @param what one sentence
     * @param cause what a handler threw, or the gateway's {@link Refused refusal}
     * @param isReported whether {@link #report} says it to people as well
     */
    record Fault(String what, Optional<Throwable> cause, boolean isReported) {
        /** With a cause. */
        public static Fault of(String what, Throwable cause) {
            return new Fault(what, Optional.of(cause), false);
        }

        /** Without a cause. */
        public static Fault of(String what) {
            return new Fault(what, Optional.empty(), false);
        }

        /** The same, of which people are told. */
        public Fault reported() {
            return new Fault(what, cause, true);
        }
    }

    /**
     * How a provider of another process fares, for people: one line without a line break for each change, such as the
     * session that it has joined, or why it is in none, what to do about that and when it tries again (L-006). Nothing
     * comes for as long as nothing changes.
     */
    default void report(String line) {}

    /**
     * A binding has begun: after a start, after a reconnect, after joining another session.
     *
     * @param provider in all its sessions; {@link BoundProvider#in} is this one alone
     */
    default void bound(Binding binding, BoundProvider provider) {}

    /** A binding has ended; another one may follow. */
    default void unbound(Binding binding) {}

    /** A bound session started, fell idle or is about to end. */
    default void lifecycle(SessionLifecycle change) {}

    /** Something happened in a session. If this method is too slow, events are lost, and the next one says how many. */
    default void sessionEvent(SessionEvent event) {}

    /**
     * A bound session is about to end: clean up what belongs to it. The gateway waits for the stage, but not beyond its
     * deadline.
     */
    default CompletionStage<?> shutdown(SessionId session) {
        return CompletableFuture.completedFuture(session);
    }

    /** Something went wrong. Must not throw. */
    void fault(Fault fault);
}
