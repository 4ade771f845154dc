package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Confinement;
import org.jspecify.annotations.Nullable;

/** The thread that is in the loop, and therefore may be in the core. Thread-safe. */
final class Occupant implements Confinement {
    /**
     * Whatever other threads do, one finds itself here only if it has entered and not left; so this may be a plain
     * field.
     */
    private @Nullable Thread inside;

    /** The calling thread has the loop to itself from now on. */
    void enter() {
        inside = Thread.currentThread();
    }

    /** The calling thread is about to let others in. */
    void leave() {
        inside = null;
    }

    @Override
    public void require() {
        if (inside != Thread.currentThread()) {
            throw new IllegalStateException("the core was entered from outside of its loop, by "
                    + Thread.currentThread().getName());
        }
    }
}
