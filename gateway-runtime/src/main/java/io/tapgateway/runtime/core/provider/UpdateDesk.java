package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.rule.EventFilter;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.UpdateRate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes of what a bound provider contributes: valid for all sessions it names, or for none of them; then one revision
 * and, where asked for, one {@code ack} for each (D-102 – D-117, D-214). Confined to the loop.
 */
public final class UpdateDesk {
    private final Kernel kernel;
    private final Complaints complaints;
    private final SessionRegistry sessions;
    private final Lifecycle lifecycle;
    private final ProviderRegistry registry;
    private final ToolConflicts conflicts;
    private final ToolShelf shelf;
    private final Admission admission;

    UpdateDesk(
            Kernel kernel,
            Complaints complaints,
            SessionRegistry sessions,
            Lifecycle lifecycle,
            ProviderRegistry registry,
            ToolConflicts conflicts,
            ToolShelf shelf,
            Admission admission) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.sessions = sessions;
        this.lifecycle = lifecycle;
        this.registry = registry;
        this.conflicts = conflicts;
        this.shelf = shelf;
        this.admission = admission;
    }

    /** {@code tools.update}. */
    public Optional<Complaint> tools(Registration registration, ToolsUpdate update) {
        return SessionFault.attempt(() -> {
            Admission.require(registration.principal().trust(), Capability.REGISTER_TOOLS, "");
            List<Presence> targets = targets(registration, update.sessionId());
            admission.requireSizes(update.tools());
            requireRate(registration, targets);
            Map<Presence, List<ToolDefinition>> results = new LinkedHashMap<>();
            for (Presence target : targets) {
                List<ToolDefinition> present = ToolShelf.definitions(Optional.of(target));
                results.put(target, checked(target, after(present, update)));
            }
            if (concernsAll(registration, update.sessionId())) {
                List<ToolDefinition> template =
                        after(registration.contribution().tools().orElse(List.of()), update);
                admission.requireCount(template);
                registration.setTools(template);
            }
            results.forEach(shelf::replace);
            acknowledge(registration, targets, update.requestId());
        });
    }

    /** {@code hooks.update}. */
    public Optional<Complaint> hooks(Registration registration, HooksUpdate update) {
        return SessionFault.attempt(() -> {
            TrustLevel trust = registration.principal().trust();
            Hooks change = admission.hooks().checked(update.hooks(), trust, "");
            HookAdmission.requireRights(trust, change, "");
            List<Presence> targets = targets(registration, update.sessionId());
            requireRate(registration, targets);
            targets.forEach(target -> requireSections(target, target.hooks().after(change)));
            if (concernsAll(registration, update.sessionId())) {
                Hooks general = registration.contribution().hooks().orElse(Hooks.NONE);
                admission.hooks().requireSections(general.after(change), "");
                registry.updateTemplate(registration, change);
            }
            targets.forEach(target -> registry.update(target, change));
            acknowledge(registration, targets, update.requestId());
        });
    }

    private void requireSections(Presence target, Hooks result) {
        try {
            admission.hooks().requireSections(result, "");
        } catch (InvalidMessage fault) {
            throw new SessionFault(fault, target.session());
        }
    }

    /** {@code context.update}. */
    public Optional<Complaint> context(Registration registration, ContextUpdate update) {
        return SessionFault.attempt(() -> {
            Admission.require(registration.principal().trust(), Capability.SET_CONTEXT, "");
            List<Presence> targets = targets(registration, update.sessionId());
            admission.requireText("/context", Optional.of(update.context()));
            requireRate(registration, targets);
            targets.forEach(target -> target.setContext(update.context()));
            if (concernsAll(registration, update.sessionId())) {
                registration.setContext(update.context());
            }
            acknowledge(registration, targets, update.requestId());
        });
    }

    /** {@code filter.set}. */
    public Optional<Complaint> filter(Registration registration, FilterSet update) {
        return SessionFault.attempt(() -> {
            Admission.require(registration.principal().trust(), Capability.PUSH_EVENTS, "");
            requireOwn(registration, update.stream());
            List<Presence> targets = targets(registration, update.sessionId());
            requireRate(registration, targets);
            EventFilter filter = EventFilter.compile(update.rules(), kernel.limits(), "/rules");
            StreamName stream = update.stream().stream();
            if (!filter.isEmpty()) {
                targets.forEach(target -> requireRoom(target, stream));
            }
            if (concernsAll(registration, update.sessionId())) {
                remember(registration, stream, filter);
            }
            targets.forEach(target -> target.setFilter(stream, filter));
            acknowledge(registration, targets, update.requestId());
        });
    }

    private static void requireOwn(Registration registration, StreamAddress address) {
        String own = registration.identity().name().folded();
        if (address.provider().filter(it -> !it.folded().equals(own)).isPresent()) {
            throw Admission.unauthorized("/stream", "only its own streams may be filtered");
        }
    }

    private void requireRoom(Presence target, StreamName stream) {
        target.session().streams().refusal(target.streamOwner(), stream).ifPresent(fault -> {
            throw new SessionFault(fault, target.session());
        });
    }

    /** Remembers a filter for sessions that the provider enters later. */
    private void remember(Registration registration, StreamName stream, EventFilter filter) {
        Map<StreamName, EventFilter> filters = registration.filters();
        filters.remove(stream);
        if (!filter.isEmpty()) {
            int most = kernel.limit(Limit.STREAMS_PER_PROVIDER);
            if (filters.size() >= most) {
                throw InvalidMessage.tooLarge("/stream", "the provider has filters on " + most + " streams already");
            }
            filters.put(stream, filter);
        }
    }

    /** {@code session.ready}: an all-bound provider enters a session that is newer than its binding (D-214). */
    public Optional<Complaint> ready(Registration registration, SessionReady ready) {
        return SessionFault.attempt(() -> {
            if (!registration.key().scope().isAll()) {
                throw Admission.unauthorized("", "only providers that are bound to all sessions announce this");
            }
            Session session = sessions.find(ready.sessionId())
                    .filter(it -> !it.isEnding())
                    .orElseThrow(UpdateDesk::invalidSession);
            Presence presence = registration.presencesBySession().get(session.id());
            if (presence == null) {
                session.requireAccount(Optional.of(registration.providerId()));
                List<ToolDefinition> tools = registration.contribution().tools().orElse(List.of());
                conflicts.requireFree(session, tools, claim(registration, List.of()));
                presence = registry.enter(registration, session);
                lifecycle.started(presence);
            }
            long revision = session.revision(registration.providerId());
            ready.requestId()
                    .ifPresent(id ->
                            kernel.effects().send(registration.connection().id(), new Ack(id, session.id(), revision)));
        });
    }

    /**
     * The host reserves these names for its own tools, in place of those before; tools of providers with these names
     * are removed (D-119).
     */
    public void reserve(Session session, Set<String> names) {
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
                .map(ProvidedTool::definition)
                .toList();
        shelf.replace(presence, kept);
        Registration registration = presence.registration();
        if (!registration.key().scope().isAll()) {
            registration.setTools(kept);
        }
        String text = "removed, because the host has tools of its own now with these names: " + lost;
        complaints.tell(registration.connection(), ErrorCode.TOOL_CONFLICT, text, session.id());
    }

    /** Whether a change applies to every session that the provider is in, so that a reconnect restores it. */
    private static boolean concernsAll(Registration registration, Optional<SessionId> wanted) {
        return wanted.isEmpty() || !registration.key().scope().isAll();
    }

    /** The sessions an update is for, by id. */
    private static List<Presence> targets(Registration registration, Optional<SessionId> wanted) {
        List<Presence> targets = new ArrayList<>();
        for (Presence presence : registration.presences()) {
            boolean meant =
                    wanted.isEmpty() || wanted.get().equals(presence.session().id());
            if (meant && !presence.session().isEnding()) {
                targets.add(presence);
            }
        }
        boolean mayBeNone = wanted.isEmpty() && registration.key().scope().isAll();
        if (targets.isEmpty() && !mayBeNone) {
            throw invalidSession();
        }
        targets.sort(Comparator.comparing(presence -> presence.session().id().value()));
        return targets;
    }

    private static InvalidMessage invalidSession() {
        return new InvalidMessage(ErrorCode.INVALID_SESSION, "/sessionId", "no such session, or not yours");
    }

    /** Counts an update where it takes effect; what is in no session yet, in the registration itself (D-117). */
    private void requireRate(Registration registration, List<Presence> targets) {
        for (Presence target : targets) {
            if (!accepts(target.session().updateRate(registration.providerId()))) {
                throw new SessionFault(tooManyUpdates(), target.session());
            }
        }
        if (targets.isEmpty() && !accepts(registration.templateRate())) {
            throw tooManyUpdates();
        }
    }

    private boolean accepts(UpdateRate rate) {
        return rate.tryAccept(kernel.limits(), kernel.now());
    }

    private static InvalidMessage tooManyUpdates() {
        return new InvalidMessage(ErrorCode.RATE_LIMITED, "", "too many updates; wait for a second");
    }

    private static List<ToolDefinition> after(List<ToolDefinition> present, ToolsUpdate update) {
        return switch (update.mode()) {
            case REPLACE -> update.tools();
            case DELTA ->
                ToolShelf.afterDelta(
                        present,
                        update.tools(),
                        update.remove().stream().map(ToolName::folded).toList());
        };
    }

    private static ToolConflicts.Claim claim(Registration registration, List<Registration> leaving) {
        return new ToolConflicts.Claim(
                registration.identity(), registration.principal().trust(), leaving);
    }

    private List<ToolDefinition> checked(Presence target, List<ToolDefinition> result) {
        Registration registration = target.registration();
        try {
            admission.requireCount(result);
            ToolConflicts.Claim claim = claim(registration, List.of(registration));
            conflicts.requireFree(target.session(), result, claim);
        } catch (InvalidMessage fault) {
            throw new SessionFault(fault, target.session());
        }
        return result;
    }

    private void acknowledge(Registration registration, List<Presence> targets, Optional<RequestId> request) {
        ConnectionId connection = registration.connection().id();
        for (Presence target : targets) {
            long revision = target.session().nextRevision(registration.providerId());
            request.ifPresent(id -> kernel.effects()
                    .send(connection, new Ack(id, target.session().id(), revision)));
        }
        if (targets.isEmpty()) {
            long revision = registration.nextTemplateRevision();
            request.ifPresent(id -> kernel.effects().send(connection, new Ack(id, SessionId.ALL, revision)));
        }
    }
}
