package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.Tool;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Names that a host takes for tools of its own while its session goes on: providers give way (D-119). Confined to the loop. */
final class NameReservation {
    private final Complaints complaints;
    private final ToolShelf tools;

    NameReservation(Complaints complaints, ToolShelf tools) {
        this.complaints = complaints;
        this.tools = tools;
    }

    /** The host keeps these names, and no others. */
    void reserve(Session session, Set<String> names) {
        session.reserve(names);
        List.copyOf(session.presences()).forEach(this::giveWay);
    }

    private void giveWay(Presence presence) {
        Session session = presence.session();
        String lost = presence.tools().stream()
                .filter(tool -> session.reserves(tool.name().folded()))
                .map(tool -> "'" + tool.name() + "'")
                .collect(Collectors.joining(", "));
        if (lost.isEmpty()) {
            return;
        }
        List<ToolDefinition> kept = presence.tools().stream()
                .filter(tool -> !session.reserves(tool.name().folded()))
                .map(Tool::definition)
                .toList();
        tools.replace(presence, kept);
        Registration registration = presence.registration();
        if (!registration.key().scope().isAll()) {
            registration.setTools(kept);
        }
        String text = "removed, because the host has tools of its own now with these names: " + lost;
        complaints.tell(registration.connection(), ErrorCode.TOOL_CONFLICT, text, session.id());
    }
}
