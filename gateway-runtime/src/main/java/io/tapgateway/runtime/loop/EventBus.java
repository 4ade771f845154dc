package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.runtime.thread.PacedExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

    /** How long an event waits, at most, for a subscriber that was told of another a moment ago. */
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final Executor executor;
    private final Optional<GatewayClock> pace;
    private final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();

    /** @param pace by which nobody is woken for each of many events; at once, if empty */
    EventBus(Executor executor, Optional<GatewayClock> pace) {
        this.executor = executor;
        this.pace = pace;
    }

    /** Who is told, and the executor of its own on which it is. */
    private record Subscriber(Mailbox<GatewayEvent> mailbox, Optional<PacedExecutor> paced) {}

    @Override
    public Subscription subscribe(Listener listener) {
        Optional<PacedExecutor> paced = pace.map(clock -> new PacedExecutor(executor, clock, PAUSE));
        Subscriber subscriber =
                new Subscriber(new Mailbox<>(paced.<Executor>map(it -> it).orElse(executor), listener::onEvent), paced);
        subscribers.add(subscriber);
        return () -> subscribers.remove(subscriber);
    }

    /** What waits leaves now, and what comes later at once: the gateway ends. */
    void settle() {
        subscribers.forEach(it -> it.paced().ifPresent(PacedExecutor::close));
    }

    boolean isObserved() {
        return !subscribers.isEmpty();
    }

    /** Notes an event for every subscriber; called inside the loop. */
    void publish(GatewayEvent event, List<Departure> departures) {
        for (Subscriber subscriber : subscribers) {
            Mailbox<GatewayEvent> mailbox = subscriber.mailbox();
            if (mailbox.waiting() < MOST_WAITING) {
                mailbox.offer(event);
                departures.add(mailbox::flush);
            } else {
                LOG.debug("an event was not delivered to a subscriber that is {} events behind", MOST_WAITING);
            }
        }
    }
}
