package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.ReadModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that administration can see of the gateway between two steps; two equal ones mean an unchanged gateway.
 * Immutable.
 *
 * @param undecided the connections whose {@code hello} waits for something, as their transports are told
 */
public record Snapshot(List<SessionState> sessions, List<ProviderView> providers, Set<Long> undecided) {
    /** Before anything has happened. */
    public static final Snapshot EMPTY = new Snapshot(List.of(), List.of(), Set.of());

    /**
     * One session.
     *
     * @param tools as its host sees them
     * @param offers what makes them up: several instances may have one tool
     * @param streamBytes how much its streams retain
     */
    public record SessionState(
            SessionView view,
            List<RegisteredTool> tools,
            Map<ProviderId, List<ToolDefinition>> offers,
            List<StreamView> streams,
            long streamBytes) {
        /** Its id. */
        public SessionId id() {
            return view.info().id();
        }
    }

    /** What is to be seen now; whatever looks as it did before is the very same object, and easily found unchanged. */
    public static Snapshot of(ReadModel model, Set<Long> undecided, Snapshot before) {
        List<SessionState> sessions = new ArrayList<>();
        for (SessionView view : model.sessions()) {
            SessionId id = view.info().id();
            SessionState now =
                    new SessionState(view, model.tools(id), model.offers(id), model.streams(id), model.streamBytes(id));
            sessions.add(before.session(id).filter(now::equals).orElse(now));
        }
        List<ProviderView> providers = model.providers();
        Snapshot now = new Snapshot(
                sessions.equals(before.sessions) ? before.sessions : List.copyOf(sessions),
                providers.equals(before.providers) ? before.providers : providers,
                undecided.equals(before.undecided) ? before.undecided : Set.copyOf(undecided));
        return now.equals(before) ? before : now;
    }

    /** The session of that id. */
    public Optional<SessionState> session(SessionId id) {
        for (SessionState session : sessions) {
            if (session.id().equals(id)) {
                return Optional.of(session);
            }
        }
        return Optional.empty();
    }

    /** The folded names of a session's tools. */
    public Set<String> toolNames(SessionId id) {
        Set<String> names = new TreeSet<>();
        session(id)
                .ifPresent(session -> session.tools()
                        .forEach(tool -> names.add(tool.name().value().toLowerCase(Locale.ROOT))));
        return names;
    }
}
