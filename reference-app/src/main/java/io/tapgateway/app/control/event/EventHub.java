package io.tapgateway.app.control.event;

import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.text.TokenText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes the gateway's events and the sessions' timelines on to everybody who listens. Thread-safe; never blocks. */
public final class EventHub implements AutoCloseable {
    /** How many may listen at once. */
    static final int MAX_CLIENTS = 64;

    private final List<Listener> clients = new CopyOnWriteArrayList<>();
    private final GatewayEvents.Subscription subscription;

    /**
     * Somebody who listens.
     *
     * @param session to whose events; empty for all
     */
    private record Listener(EventClient client, Optional<SessionId> session) {}

    public EventHub(AppSessions sessions) {
        EventJson json = new EventJson(this::publish);
        this.subscription = sessions.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onEvent(GatewayEvent event) {
                if (!clients.isEmpty()) {
                    event.tell(json);
                }
            }
        });
        sessions.listen((session, entry) -> publish(EventJson.timeline(session, entry)));
        sessions.whenSaid((session, said) ->
                publish(ServerSentEvent.of(session, "conversation", out -> ApiJson.said(out, said))));
        sessions.whenTurning((session, change) -> publish(ServerSentEvent.of(
                session,
                "turn",
                out -> out.number("number", change.number())
                        .word("phase", change.phase())
                        .number("from", change.from())
                        .text("piece", change.piece()))));
        sessions.whenClosed((session, question, how) -> publish(ServerSentEvent.of(
                session,
                "questions",
                out -> out.number("closed", question.id().value())
                        .word("how", how.how())
                        .text("text", how.text())
                        .text("said", how.said().map(TokenText::blanked)))));
        sessions.whenShown((session, topic) ->
                publish(ServerSentEvent.of(session, topic.name().toLowerCase(Locale.ROOT), out -> {})));
    }

    boolean isFull() {
        return listeners() >= MAX_CLIENTS;
    }

    public int listeners() {
        clients.removeIf(it -> it.client().isEnded());
        return clients.size();
    }

    /** @param session to whose events it listens; empty for all */
    void add(EventClient client, Optional<SessionId> session) {
        clients.add(new Listener(client, session));
        client.send(ServerSentEvent.HEARTBEAT);
    }

    public void publish(ServerSentEvent event) {
        byte[] bytes = event.toBytes();
        for (Listener each : clients) {
            if (event.concerns(each.session())) {
                each.client().send(bytes);
            }
        }
    }

    /** Shows listeners that the line is alive, and finds out who has gone. */
    public void heartbeat() {
        clients.forEach(it -> it.client().send(ServerSentEvent.HEARTBEAT));
        var unused = listeners();
    }

    @Override
    public void close() {
        subscription.close();
        clients.forEach(it -> it.client().end());
        clients.clear();
    }
}
