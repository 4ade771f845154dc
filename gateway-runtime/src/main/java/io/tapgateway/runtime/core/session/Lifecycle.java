package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.util.List;
import java.util.OptionalLong;

/** Tells bound providers where their session is and what happens in it (D-207 – D-213). Confined to the loop. */
public final class Lifecycle {
    private final Kernel kernel;

    public Lifecycle(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The provider has just been bound to a session that runs. */
    public void started(Presence presence) {
        send(presence, SessionLifecycle.State.STARTED, OptionalLong.empty());
    }

    /** Tells everybody of the idleness, if this is the moment. True if it was. */
    public boolean idleIfQuiet(Session session) {
        if (!session.becomesIdle()) {
            return false;
        }
        session.presences().forEach(it -> send(it, SessionLifecycle.State.IDLE, OptionalLong.empty()));
        return true;
    }

    /** The session is about to end. */
    public void shutdownPending(Session session, long deadlineMillis) {
        OptionalLong deadline = OptionalLong.of(deadlineMillis);
        session.presences().forEach(it -> send(it, SessionLifecycle.State.SHUTDOWN_PENDING, deadline));
    }

    /** Passes an event of the host on to its subscribers. */
    public void publish(Session session, SessionHostEvent event) {
        for (Presence presence : session.presences()) {
            Registration registration = presence.registration();
            boolean subscribed =
                    registration.contribution().subscribe().orElse(List.of()).contains(event.name());
            if (subscribed && registration.principal().trust().may(Capability.SUBSCRIBE_ALL_EVENTS)) {
                kernel.effects()
                        .send(
                                registration.connection().id(),
                                new SessionEvent(session.id(), event.name(), event.data(), 0));
            }
        }
    }

    private void send(Presence presence, SessionLifecycle.State state, OptionalLong deadline) {
        // The end of its calls may leave the session idle; who is leaving must not hear of it (D-093).
        if (!presence.registration().isCurrent()) {
            return;
        }
        kernel.effects()
                .send(
                        presence.registration().connection().id(),
                        new SessionLifecycle(presence.session().id(), state, deadline));
    }
}
