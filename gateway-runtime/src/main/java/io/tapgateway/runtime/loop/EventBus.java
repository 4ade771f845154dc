package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands events to subscribers, each at its own pace; one that falls far behind loses events, not the gateway.
 * Thread-safe.
 */
final class EventBus implements GatewayEvents {
    private static final Logger LOG = LoggerFactory.getLogger(EventBus.class);

    /** How many events may wait for one subscriber. */
    static final int MOST_WAITING = 10_000;

    private final Executor executor;
    private final List<Mailbox<GatewayEvent>> subscribers = new CopyOnWriteArrayList<>();

    EventBus(Executor executor) {
        this.executor = executor;
    }

    @Override
    public Subscription subscribe(Listener listener) {
        Mailbox<GatewayEvent> mailbox = new Mailbox<>(executor, listener::onEvent);
        subscribers.add(mailbox);
        return () -> subscribers.remove(mailbox);
    }

    boolean isObserved() {
        return !subscribers.isEmpty();
    }

    /** Notes an event for every subscriber; called inside the loop. */
    void publish(GatewayEvent event, List<Departure> departures) {
        for (Mailbox<GatewayEvent> subscriber : subscribers) {
            if (subscriber.waiting() < MOST_WAITING) {
                subscriber.offer(event);
                departures.add(subscriber::flush);
            } else {
                LOG.debug("an event was not delivered to a subscriber that is {} events behind", MOST_WAITING);
            }
        }
    }
}
