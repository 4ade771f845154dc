package io.tapgateway.app.session;

import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a gateway for several listeners who are done with each in no time: one after the other is told on the
 * same thread, so that a call does not wake a thread for each of them. Thread-safe.
 */
final class SharedEvents implements GatewayEvents, GatewayEvents.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(SharedEvents.class);

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Those of a gateway, until it ends. */
    static SharedEvents of(GatewayEvents events) {
        SharedEvents shared = new SharedEvents();
        events.subscribe(shared);
        return shared;
    }

    @Override
    public Subscription subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void onEvent(GatewayEvent event) {
        for (Listener listener : listeners) {
            try {
                listener.onEvent(event);
            } catch (RuntimeException | Error bug) {
                LOG.warn("a listener failed; the others go on", bug);
            }
        }
    }
}
