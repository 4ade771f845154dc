package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolProfile;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.InstanceList;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.SharedTool;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts tools into sessions and takes them out, at a cost in proportion to the change (D-118 – D-136). Confined to the
 * loop.
 */
final class ToolShelf {
    private final Kernel kernel;
    private final HostFeed feed;
    private final InstanceViews views;
    private final DefinitionWatch watch;

    ToolShelf(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
        this.views = new InstanceViews(kernel);
        this.watch = new DefinitionWatch(feed);
    }

    /** Brings in a provider with its tools. */
    void enter(Presence presence, List<ToolDefinition> tools) {
        if (presence.isInstance()) {
            String provider = presence.registration().key().name();
            presence.session()
                    .instanceLists()
                    .computeIfAbsent(provider, name -> newList(presence))
                    .byInstance()
                    .put(presence.instance(), presence);
        }
        replace(presence, tools);
    }

    private InstanceList newList(Presence first) {
        InstanceList list = new InstanceList(views.list(first));
        first.session().toolsByFoldedName().put(list.name().folded(), list);
        feed.toolsChanged(first.session());
        return list;
    }

    /** Takes a provider out with its tools. */
    void leave(Presence presence) {
        replace(presence, List.of());
        Session session = presence.session();
        String provider = presence.registration().key().name();
        InstanceList list = session.instanceLists().get(provider);
        if (list == null) {
            return;
        }
        list.byInstance().remove(presence.instance(), presence);
        if (list.byInstance().isEmpty()) {
            session.instanceLists().remove(provider);
            session.toolsByFoldedName().remove(list.name().folded());
            feed.toolsChanged(session);
        }
    }

    /** Makes what its provider offers beside tools usable, each by a tool that no list shows. */
    void offer(Presence presence) {
        Registration registration = presence.registration();
        Map<String, ProvidedTool> uses = presence.usesByName();
        if (registration.offerings().isEmpty()) {
            if (!uses.isEmpty()) {
                uses.clear();
                feed.offeringsChanged(presence.session());
            }
            return;
        }
        for (OfferingUse use : OfferingUse.values()) {
            ToolDefinition definition = use.definition();
            uses.computeIfAbsent(
                    use.tool(),
                    name -> new ProvidedTool(
                            definition, presence, view(presence, definition), registration.slotFor(definition.name())));
        }
        feed.offeringsChanged(presence.session());
    }

    /** A provider has left with what it offered. */
    void withdrawOffer(Presence presence) {
        if (!presence.usesByName().isEmpty()) {
            presence.usesByName().clear();
            feed.offeringsChanged(presence.session());
        }
    }

    /** Makes these the tools of a presence; unchanged tools are left alone. */
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
        Map<String, SessionTool> present = presence.session().toolsByFoldedName();
        if (present.get(foldedName) instanceof SharedTool shared) {
            shared.leave(presence);
            if (!shared.isEmpty()) {
                show(presence.session(), shared);
                return true;
            }
        }
        return present.remove(foldedName) != null;
    }

    private boolean put(Presence presence, ToolDefinition definition) {
        String name = definition.name().folded();
        ProvidedTool known = presence.toolsByFoldedName().get(name);
        if (known != null && known.definition().equals(definition)) {
            return false;
        }
        Registration registration = presence.registration();
        ProvidedTool tool = new ProvidedTool(
                definition, presence, view(presence, definition), registration.slotFor(definition.name()));
        presence.toolsByFoldedName().put(name, tool);
        Map<String, SessionTool> present = presence.session().toolsByFoldedName();
        if (presence.isInstance()) {
            SharedTool shared = present.get(name) instanceof SharedTool there ? there : new SharedTool(tool.view());
            shared.join(tool);
            present.put(name, shared);
            show(presence.session(), shared);
        } else {
            present.put(name, tool);
            watch.see(presence.session(), tool.view());
        }
        return true;
    }

    private void show(Session session, SharedTool shared) {
        shared.show(views.shared(shared));
        watch.see(session, shared.canonical().view());
    }

    private RegisteredTool view(Presence presence, ToolDefinition definition) {
        Registration registration = presence.registration();
        return new RegisteredTool(
                definition.name(),
                DisplayText.block(definition.description(), kernel.limit(Limit.TOOL_DESCRIPTION)),
                SchemaText.cleaned(definition.parameters()),
                registration.identity().name(),
                registration.principal().trust(),
                Duration.ofMillis(timeout(presence, definition)),
                profile(definition.profile(), registration.principal().trust()));
    }

    /** What is shown of it: the title as one line, and hints as far as that provider is trusted (D-236). */
    private ToolProfile profile(ToolProfile said, TrustLevel trust) {
        return said.equals(ToolProfile.NONE)
                ? said
                : new ToolProfile(
                        said.title()
                                .map(title -> DisplayText.line(title, kernel.limit(Limit.TOOL_TITLE)))
                                .filter(title -> !title.isBlank()),
                        said.outputSchema().map(SchemaText::cleaned),
                        kernel.policies().hintsOf().contains(trust)
                                ? said.annotations()
                                : said.annotations().warnings());
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
                .map(ProvidedTool::definition)
                .toList();
    }
}
