package io.tapgateway.app.control;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvents;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes the gateway's events and the sessions' timelines on to everybody who listens. Thread-safe; never blocks. */
final class EventHub implements AutoCloseable {
    /** How many may listen at once. */
    static final int MAX_CLIENTS = 64;

    private final List<EventClient> clients = new CopyOnWriteArrayList<>();
    private final GatewayEvents.Subscription subscription;

    EventHub(Gateway gateway, AppSessions sessions) {
        this.subscription = gateway.events().subscribe(new EventJson(this::publish));
        sessions.listen((session, entry) -> publish(EventJson.timeline(session, entry)));
        sessions.whenShown((session, topic) ->
                publish(ServerSentEvent.of(session, topic.name().toLowerCase(Locale.ROOT), out -> {})));
    }

    boolean isFull() {
        return listeners() >= MAX_CLIENTS;
    }

    int listeners() {
        clients.removeIf(EventClient::isEnded);
        return clients.size();
    }

    void add(EventClient client) {
        clients.add(client);
        client.send(ServerSentEvent.HEARTBEAT);
    }

    void publish(ServerSentEvent event) {
        byte[] bytes = event.toBytes();
        for (EventClient client : clients) {
            if (client.listensTo(event)) {
                client.send(bytes);
            }
        }
    }

    /** Shows listeners that the line is alive, and finds out who has gone. */
    void heartbeat() {
        clients.forEach(client -> client.send(ServerSentEvent.HEARTBEAT));
        var unused = listeners();
    }

    @Override
    public void close() {
        subscription.close();
        clients.forEach(EventClient::end);
        clients.clear();
    }
}
