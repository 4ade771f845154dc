package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.ReadModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Everything that administration can see of the gateway between two steps; two equal ones mean an unchanged gateway. Immutable. */
public record Snapshot(List<SessionState> sessions, List<ProviderView> providers) {
    /** Before anything has happened. */
    public static final Snapshot EMPTY = new Snapshot(List.of(), List.of());

    /** One session. */
    public record SessionState(SessionView view, List<RegisteredTool> tools, List<StreamView> streams) {
        /** Its id. */
        public SessionId id() {
            return view.info().id();
        }
    }

    /** What is to be seen now. */
    public static Snapshot of(ReadModel model) {
        List<SessionState> sessions = model.sessions().stream()
                .map(view -> new SessionState(
                        view,
                        model.tools(view.info().id()),
                        model.streams(view.info().id())))
                .toList();
        return new Snapshot(sessions, model.providers());
    }

    /** The session of that id. */
    public Optional<SessionState> session(SessionId id) {
        return sessions.stream().filter(session -> session.id().equals(id)).findFirst();
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
