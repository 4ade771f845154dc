package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Tells bound providers of the state of their session and of events in it (D-207 – D-213). Confined to the loop. */
public final class Lifecycle {
    /** The members of an event's data that are cut if they are long (D-210). */
    private static final Set<String> LONG_TEXTS = Set.of("content", "output");

    private final Kernel kernel;

    public Lifecycle(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The provider has just been bound to a session that runs. */
    public void started(Presence presence) {
        send(presence, SessionLifecycle.State.STARTED, OptionalLong.empty());
    }

    /** The session has nothing to do any more. */
    public void idle(Session session) {
        session.presences().forEach(it -> send(it, SessionLifecycle.State.IDLE, OptionalLong.empty()));
    }

    /** The session is about to end. */
    public void shutdownPending(Session session, long deadlineMillis) {
        OptionalLong deadline = OptionalLong.of(deadlineMillis);
        session.presences().forEach(it -> send(it, SessionLifecycle.State.SHUTDOWN_PENDING, deadline));
    }

    /** Passes an event of the host on to its subscribers. */
    public void publish(Session session, SessionHostEvent event) {
        List<Registration> subscribers = session.presences().stream()
                .filter(it -> mayHear(it, event))
                .map(Presence::registration)
                .toList();
        if (!subscribers.isEmpty()) {
            SessionEvent told = new SessionEvent(session.id(), event.name(), bounded(event.data()), 0);
            subscribers.forEach(it -> kernel.effects().send(it.connection().id(), told));
        }
    }

    private static boolean mayHear(Presence presence, SessionHostEvent event) {
        Registration registration = presence.registration();
        TrustLevel trust = registration.principal().trust();
        boolean asked =
                registration.contribution().subscribe().orElse(List.of()).contains(event.name());
        return asked
                && (trust.may(Capability.SUBSCRIBE_ALL_EVENTS)
                        || (trust.may(Capability.SUBSCRIBE_OWN_TOOL_EVENTS) && isOfOwnTool(presence, event)));
    }

    /** Whether a tool was run that is this provider's; in doubt it was somebody else's (D-208, T-36). */
    private static boolean isOfOwnTool(Presence presence, SessionHostEvent event) {
        if (!event.name().equals(SessionHostEvent.TOOL_EXECUTION_COMPLETE)) {
            return false;
        }
        String name = presence.registration().identity().name().value();
        return text(event, "tool").filter(tool -> ran(presence, tool, event)).isPresent()
                && text(event, "provider").filter(it -> !it.equals(name)).isEmpty();
    }

    /** A tool that several instances offer counts as run by the one that is named, or by the only one. */
    private static boolean ran(Presence presence, String name, SessionHostEvent event) {
        SessionTool tool = presence.session().tool(name);
        if (tool == null
                || !presence.toolsByFoldedName().containsKey(tool.name().folded())) {
            return false;
        }
        boolean named = presence.isInstance()
                && text(event, "target").filter(presence.instance()::equals).isPresent();
        return named || !tool.isOfferedBesides(List.of(presence.registration()));
    }

    private static Optional<String> text(SessionHostEvent event, String member) {
        return event.data().get(member).flatMap(JsonReader.TEXT::tryRead);
    }

    private JsonValue bounded(JsonValue data) {
        int most = kernel.limit(Limit.SESSION_EVENT_TEXT);
        if (data.kind() != JsonKind.OBJECT || data.fitsInto(most)) {
            return data;
        }
        Map<String, JsonValue> bounded = new LinkedHashMap<>(data.members());
        LONG_TEXTS.forEach(name -> bounded.computeIfPresent(name, (key, text) -> cut(text, most)));
        return JsonValue.object(bounded);
    }

    private static JsonValue cut(JsonValue value, int most) {
        String text = JsonReader.TEXT.tryRead(value).orElseGet(value::json);
        return Utf8.fits(text, most) ? value : JsonValue.of(Utf8.cut(text, most));
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
