package io.tapgateway.link;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the state of a state machine, and is the only place where that state changes. Thread-safe.
 *
 * <p>The next state is derived from the present one under a lock, so a transition that the present state does not have
 * is refused by that state, with {@link #illegal}. What a new state requires is done by the caller, who holds no lock
 * then.
 *
 * @param <S> the states
 */
final class Machine<S> {
    private static final Logger LOG = LoggerFactory.getLogger(Machine.class);

    private final String subject;
    private final ReentrantLock lock = new ReentrantLock();

    /** Written under the lock, read by everybody. */
    private volatile S state;

    /** @param subject what is in these states, for the log */
    Machine(String subject, S first) {
        this.subject = subject;
        this.state = first;
    }

    /** What has come of an input; both states are the same if it has changed nothing. */
    record Change<S>(S from, S to) {
        boolean isNone() {
            return from.equals(to);
        }
    }

    S state() {
        return state;
    }

    /**
     * Takes an input.
     *
     * @param input gives the state that follows from the present one, and does nothing else
     */
    Change<S> take(UnaryOperator<S> input) {
        Change<S> change;
        lock.lock();
        try {
            S former = state;
            change = new Change<>(former, input.apply(former));
            state = change.to();
        } finally {
            lock.unlock();
        }
        if (!change.isNone()) {
            LOG.debug("{}: {} becomes {}", subject, name(change.from()), name(change.to()));
        }
        return change;
    }

    /** That a state does not have that transition, which is a bug of whoever wants it. */
    static IllegalStateException illegal(String transition, Object state) {
        return new IllegalStateException(transition + " is impossible in the state " + name(state));
    }

    /** The name only: what a state holds may be a secret. */
    private static String name(Object state) {
        return state.getClass().getSimpleName();
    }
}
