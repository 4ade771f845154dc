package io.tapgateway.app.control.event;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.glassfish.grizzly.http.server.Response;

/** Turns a request for events into a listener of the hub. Thread-safe. */
public final class EventFeed {
    private final EventHub hub;
    private final ConsoleSeats seats;
    private final AppSessions sessions;
    private final Executor writers;

    public EventFeed(EventHub hub, ConsoleSeats seats, AppSessions sessions, Executor writers) {
        this.hub = hub;
        this.seats = seats;
        this.sessions = sessions;
        this.writers = writers;
    }

    public void open(ApiRequest request, Response response) throws ApiProblem {
        Optional<String> asked = Optional.ofNullable(request.query().get("session"));
        if (asked.isPresent() && sessions.find(asked.get()).isEmpty()) {
            throw ApiProblem.notFound("There is no session of that id; 'sessions' lists those there are.");
        }
        if (hub.isFull()) {
            throw ApiProblem.tooMany("There are " + EventHub.MAX_CLIENTS + " listeners already; end one first.");
        }
        response.setContentType("text/event-stream; charset=utf-8");
        response.suspend();
        EventClient client = new EventClient(response, EventClient.MAX_WAITING_BYTES, writers);
        hub.add(client, asked.map(SessionId::new));
        request.personKey().ifPresent(key -> seats.sit(key, new Page(client)));
    }

    /** A page of the console that listens. Thread-safe. */
    private record Page(EventClient client) implements ConsoleSeats.Page {
        @Override
        public void send(byte[] event) {
            client.send(event);
        }

        @Override
        public boolean isEnded() {
            return client.isEnded();
        }
    }
}
