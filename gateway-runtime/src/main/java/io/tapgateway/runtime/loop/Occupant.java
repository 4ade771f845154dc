package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.Confinement;
import org.jspecify.annotations.Nullable;

/** The thread that is inside the loop and may therefore enter the core. Thread-safe. */
final class Occupant implements Confinement {
    /**
     * A thread sees itself in this field only between its own enter() and leave(), whatever other threads write, so no
     * synchronization is needed.
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
