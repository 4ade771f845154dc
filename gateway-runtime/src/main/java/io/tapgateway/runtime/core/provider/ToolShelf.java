package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.Tool;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts tools into sessions and takes them out, in proportion to what changes (D-118 – D-136). Confined to the loop. */
final class ToolShelf {
    private final Kernel kernel;
    private final HostFeed feed;

    ToolShelf(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
    }

    /**
     * Throws {@link InvalidMessage} if a session cannot take these tools.
     *
     * @param asker who is told about owners of taken names (D-120)
     * @param leaving registrations whose tools will be gone by then
     */
    void requireFree(
            Session session, Collection<ToolDefinition> tools, TrustLevel asker, Collection<Registration> leaving) {
        requireRoom(session, tools.size(), leaving);
        tools.forEach(tool -> requireFree(session, tool, asker, leaving));
    }

    /** Throws {@link InvalidMessage} if a session cannot take that many more tools (D-133). */
    void requireRoom(Session session, int tools, Collection<Registration> leaving) {
        int freed = leaving.stream()
                .map(registration -> registration.presencesBySession().get(session.id()))
                .mapToInt(presence -> presence == null ? 0 : presence.tools().size())
                .sum();
        int most = kernel.limit(Limit.TOOLS_PER_SESSION);
        if (session.toolsByFoldedName().size() - freed + tools > most) {
            throw InvalidMessage.tooLarge("/tools", "the session would have more than " + most + " tools");
        }
    }

    private static void requireFree(
            Session session, ToolDefinition tool, TrustLevel asker, Collection<Registration> leaving) {
        if (tool.name().isReserved()) {
            throw conflict("tool '" + tool.name() + "' has a name that is reserved for generated tools");
        }
        if (session.reserves(tool.name().folded())) {
            throw conflict("tool '" + tool.name() + "' has the name of a tool of the host");
        }
        Tool taken = session.toolsByFoldedName().get(tool.name().folded());
        if (taken != null && !leaving.contains(taken.presence().registration())) {
            String owner = taken.view().provider().value();
            String by = asker == TrustLevel.EXTERNAL ? "" : " by provider '" + owner + "'";
            throw conflict("tool '" + tool.name() + "' is already registered" + by);
        }
    }

    private static InvalidMessage conflict(String text) {
        return new InvalidMessage(ErrorCode.TOOL_CONFLICT, "", text);
    }

    /** Makes these the tools of a presence; what stays the same stays in place. */
    void replace(Presence presence, List<ToolDefinition> tools) {
        Map<String, ToolDefinition> wanted = new LinkedHashMap<>();
        tools.forEach(tool -> wanted.put(tool.name().folded(), tool));
        boolean changed = List.copyOf(presence.toolsByFoldedName().keySet()).stream()
                .filter(name -> !wanted.containsKey(name))
                .map(name -> remove(presence, name))
                .reduce(false, Boolean::logicalOr);
        for (ToolDefinition tool : tools) {
            changed |= put(presence, tool);
        }
        if (changed) {
            feed.toolsChanged(presence.session());
        }
    }

    private boolean remove(Presence presence, String foldedName) {
        presence.toolsByFoldedName().remove(foldedName);
        return presence.session().toolsByFoldedName().remove(foldedName) != null;
    }

    private boolean put(Presence presence, ToolDefinition definition) {
        String name = definition.name().folded();
        Tool known = presence.toolsByFoldedName().get(name);
        if (known != null && known.definition().equals(definition)) {
            return false;
        }
        Registration registration = presence.registration();
        Tool tool = new Tool(definition, presence, view(presence, definition), registration.slotFor(definition.name()));
        presence.toolsByFoldedName().put(name, tool);
        presence.session().toolsByFoldedName().put(name, tool);
        return true;
    }

    private RegisteredTool view(Presence presence, ToolDefinition definition) {
        Registration registration = presence.registration();
        return new RegisteredTool(
                definition.name(),
                DisplayText.block(definition.description(), kernel.limit(Limit.TOOL_DESCRIPTION)),
                definition.parameters(),
                registration.identity().name(),
                registration.principal().trust(),
                Duration.ofMillis(timeout(presence, definition)));
    }

    /** What the tool asks for, within what is allowed (D-136). */
    private long timeout(Presence presence, ToolDefinition definition) {
        long asked = definition.timeoutMillis().orElse(kernel.limit(Limit.DEFAULT_TOOL_TIMEOUT));
        long least = kernel.limit(Limit.MIN_TOOL_TIMEOUT);
        long given = Math.max(least, Math.min(asked, kernel.limit(Limit.MAX_TOOL_TIMEOUT)));
        if (given != asked) {
            String text = "the timeout of '" + definition.name() + "' was set to " + given + " ms";
            feed.log(presence.session(), TimelineEntry.Level.INFO, HostFeed.GATEWAY, text);
        }
        return given;
    }

    /** The tools a presence would have after a delta (D-104). */
    static List<ToolDefinition> afterDelta(
            Collection<ToolDefinition> present, List<ToolDefinition> upserts, Collection<String> foldedRemovals) {
        Map<String, ToolDefinition> result = new LinkedHashMap<>();
        present.forEach(tool -> result.put(tool.name().folded(), tool));
        foldedRemovals.forEach(result::remove);
        upserts.forEach(tool -> result.put(tool.name().folded(), tool));
        return List.copyOf(result.values());
    }

    /** The declared tools of a presence. */
    static List<ToolDefinition> definitions(Optional<Presence> presence) {
        return presence.map(Presence::tools).orElse(List.of()).stream()
                .map(Tool::definition)
                .toList();
    }
}
