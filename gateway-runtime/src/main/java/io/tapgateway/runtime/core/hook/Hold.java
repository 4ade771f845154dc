package io.tapgateway.runtime.core.hook;

import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules that are in force in a session while their provider is not bound there. Confined to the loop. */
final class Hold {
    private final Session session;
    private final Guard guard;
    private final Optional<Connection> living;
    private final Optional<Registration> awaited;
    private Timers.@Nullable Timer expiry;

    private Hold(Session session, Guard guard, Optional<Connection> living, Optional<Registration> awaited) {
        this.session = session;
        this.guard = guard;
        this.living = living;
        this.awaited = awaited;
    }

    /**
     * Of a provider that was bound.
     *
     * @param living its connection, if that lives on
     */
    static Hold left(Session session, Guard guard, Optional<Connection> living) {
        return new Hold(session, guard, living, Optional.empty());
    }

    /** Of a provider that has yet to say that it is ready in the session (D-175). */
    static Hold awaiting(Session session, Guard guard, Registration registration) {
        return new Hold(session, guard, Optional.empty(), Optional.of(registration));
    }

    Session session() {
        return session;
    }

    Guard guard() {
        return guard;
    }

    boolean awaits(Registration registration) {
        return awaited.filter(it -> it == registration).isPresent();
    }

    /**
     * Whether that connection lives on after its binding has ended, and can end this by binding anew or by saying
     * goodbye.
     */
    boolean wasLeftBy(Connection connection) {
        return living.filter(it -> it == connection).isPresent();
    }

    Timers.@Nullable Timer expiry() {
        return expiry;
    }

    void setExpiry(Timers.@Nullable Timer timer) {
        expiry = timer;
    }
}
