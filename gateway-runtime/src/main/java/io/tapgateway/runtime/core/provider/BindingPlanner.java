package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets.Ticket;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks a {@code hello} against all present state, without changing anything. In this order: name and rights of the
 * credential (D-036), sessions, identity, and for each session whether it has room and the tool names are free.
 * Confined to the loop.
 */
final class BindingPlanner {
    static final String DUPLICATE_TEXT = "another connection is registered under this name and instance";

    /** How many hexadecimal digits tell the directories of one provider name apart. */
    private static final int DIRECTORY_DIGITS = 16;

    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final ProviderRegistry registry;
    private final ProviderIds ids;
    private final ToolConflicts conflicts;

    BindingPlanner(
            Kernel kernel,
            SessionRegistry sessions,
            ProviderRegistry registry,
            ProviderIds ids,
            ToolConflicts conflicts) {
        this.kernel = kernel;
        this.sessions = sessions;
        this.registry = registry;
        this.ids = ids;
        this.conflicts = conflicts;
    }

    /** The plan; throws {@link InvalidMessage} or {@link SessionFault} if there is none. */
    BindingPlan plan(Connection connection, Principal principal, Hello asked, Optional<Ticket> ticket) {
        Hello hello = ticket.map(it -> restored(asked, it.registration())).orElse(asked);
        requireName(connection, principal, hello.identity().name());
        Admission.requireRights(principal.trust(), hello.contribution());
        List<Session> targets = targets(principal, hello.session());
        SessionId scope = hello.session()
                .filter(SessionId::isAll)
                .orElseGet(() -> targets.get(0).id());
        targets.forEach(
                session -> requireName(session, principal, hello.identity().name()));
        IdentityKey key = IdentityKey.of(scope, hello.identity());

        Optional<Registration> holder = registry.holder(key);
        boolean mayReplace = holder.isPresent()
                && ticket.filter(it -> it.registration() == holder.get()).isPresent();
        if (holder.isPresent() && !mayReplace) {
            return new BindingPlan.Probe(probeable(holder.get(), principal));
        }
        requireCompatibleNamesakes(key, principal, holder);
        List<ToolDefinition> tools = hello.contribution().tools().orElse(List.of());
        ToolConflicts.Claim claim = new ToolConflicts.Claim(
                hello.identity(), principal.trust(), holder.stream().toList());
        for (Session session : targets) {
            try {
                session.requireAccount(ids.known(key));
                conflicts.requireFree(session, tools, claim);
            } catch (InvalidMessage fault) {
                throw new SessionFault(fault, session);
            }
        }
        Optional<Registration> predecessor = holder.or(() -> ticket.map(Ticket::registration));
        Optional<Path> directory = directory(principal, key, targets);
        return new BindingPlan.Bind(key, hello, targets, predecessor, directory);
    }

    /** The directory of who is about to be bound; empty if it is to have none (D-153). */
    private Optional<Path> directory(Principal principal, IdentityKey key, List<Session> targets) {
        Optional<FileResults> files = kernel.policies().files();
        if (files.isEmpty() || !principal.trust().may(Capability.RETURN_FILES)) {
            return Optional.empty();
        }
        String project = project(principal, key, targets);
        String whose = String.join("\n", project, principal.trust().name(), key.name());
        String digest = Sha256.hex(whose).substring(0, DIRECTORY_DIGITS);
        return Optional.of(files.get().base().resolve(digest + "-" + key.name()));
    }

    /**
     * The project that a provider works in, as far as it is known: the directory is the same in all sessions of that
     * project.
     */
    private String project(Principal principal, IdentityKey key, List<Session> targets) {
        Optional<Session> home = principal.home().flatMap(sessions::find);
        if (key.scope().isAll() && home.isEmpty()) {
            return SessionId.ALL.toString();
        }
        Session session = home.orElseGet(() -> targets.get(0));
        return session.info()
                .cwd()
                .map(directory -> "directory " + directory.normalize())
                .orElse("session " + session.id());
    }

    /**
     * Checks before a rebind whether the sessions have room, so that a refusal leaves the old binding in place (D-091).
     */
    void requireRoom(Principal principal, Hello hello, Registration leaving) {
        List<ToolDefinition> tools = hello.contribution().tools().orElse(List.of());
        boolean all = hello.session().filter(SessionId::isAll).isPresent();
        for (Session session : joinable(principal, hello.session())) {
            SessionId scope = all ? SessionId.ALL : session.id();
            try {
                session.requireAccount(ids.known(IdentityKey.of(scope, hello.identity())));
                conflicts.requireRoom(session, tools, List.of(leaving));
            } catch (InvalidMessage fault) {
                throw new SessionFault(fault, session);
            }
        }
    }

    private static void requireName(Connection connection, Principal principal, ProviderName name) {
        if (name.isReserved()) {
            throw Admission.unauthorized("/name", "is reserved");
        }
        Optional<ProviderName> fixed = principal.name().or(connection::fixedName);
        if (fixed.filter(it -> !it.folded().equals(name.folded())).isPresent()) {
            throw Admission.unauthorized("/name", "differs from the name that belongs to this credential");
        }
    }

    /** Names that the session's host gives to nobody, or to nobody of that trust (D-072, D-075). */
    private static void requireName(Session session, Principal principal, ProviderName name) {
        if (session.providerNames().isForbidden(name)) {
            throw Admission.unauthorized("/name", "is reserved");
        }
        if (session.providerNames().isKeptFrom(principal.trust(), name)) {
            throw new InvalidMessage(ErrorCode.DUPLICATE_INSTANCE, "", DUPLICATE_TEXT);
        }
    }

    private List<Session> targets(Principal principal, Optional<SessionId> wanted) {
        boolean all = wanted.filter(SessionId::isAll).isPresent();
        if (all) {
            Admission.require(principal.trust(), Capability.BIND_ALL_SESSIONS, "/session");
        }
        List<Session> found = joinable(principal, wanted);
        if (!all && found.isEmpty()) {
            String reason = wanted.or(principal::home).isPresent()
                    ? "no such session, or not yours"
                    : "is needed unless there is exactly one session; take an id of the last 'sessions' message";
            throw new InvalidMessage(ErrorCode.INVALID_SESSION, "/session", reason);
        }
        return found;
    }

    /**
     * The sessions that a {@code hello} would bind to; none if its session is unknown, not open to the principal, or
     * neither named nor the only one (D-064).
     */
    private List<Session> joinable(Principal principal, Optional<SessionId> wanted) {
        if (wanted.filter(SessionId::isAll).isPresent()) {
            boolean may = principal.trust().may(Capability.BIND_ALL_SESSIONS);
            return may ? sessions.all().stream().filter(it -> !it.isEnding()).toList() : List.of();
        }
        Optional<SessionId> implied = wanted.or(principal::home);
        List<Session> candidates =
                implied.isPresent() ? implied.flatMap(sessions::find).stream().toList() : sessions.all();
        List<Session> found = candidates.stream()
                .filter(session -> !session.isEnding() && Visibility.mayJoin(principal, session))
                .toList();
        return found.size() == 1 ? found : List.of();
    }

    /**
     * The holder, if it is the same principal's and so may be asked for a sign of life; nobody else ever is (D-077).
     */
    private static Registration probeable(Registration holder, Principal principal) {
        if (!holder.principal().equals(principal)) {
            throw new InvalidMessage(ErrorCode.DUPLICATE_INSTANCE, "", DUPLICATE_TEXT);
        }
        return holder;
    }

    /**
     * Several instances of one name: all named, of one kind, and of one owner unless pages pair them (D-078, D-079).
     */
    private void requireCompatibleNamesakes(IdentityKey key, Principal principal, Optional<Registration> leaving) {
        for (Registration other : registry.namesakes(key)) {
            boolean sameForm =
                    other.key().instance().isEmpty() == key.instance().isEmpty();
            boolean sameOwner = principal.trust() == TrustLevel.EXTERNAL
                    ? other.principal().trust() == TrustLevel.EXTERNAL
                    : other.principal().owner().equals(principal.owner());
            boolean stays = leaving.filter(it -> it == other).isEmpty();
            if (stays && !(sameForm && sameOwner)) {
                throw new InvalidMessage(ErrorCode.DUPLICATE_INSTANCE, "", DUPLICATE_TEXT);
            }
        }
    }

    /** Fills what the new {@code hello} leaves out with what was registered before (D-083). */
    private static Hello restored(Hello asked, Registration before) {
        Hello.Contribution now = asked.contribution();
        Hello.Contribution old = before.contribution();
        Hello.Texts texts = new Hello.Texts(
                now.texts().context().or(old.texts()::context), now.texts().startupContext());
        return asked.withSession(
                        asked.session().or(() -> Optional.of(before.key().scope())))
                .with(new Hello.Contribution(
                        now.tools().or(old::tools),
                        now.hooks().map(hooks -> restored(hooks, old)).or(old::hooks),
                        now.subscribe().or(old::subscribe),
                        now.concurrency().or(old::concurrency),
                        texts,
                        now.metadata().or(old::metadata),
                        now.content() || old.content()));
    }

    private static Hooks restored(Hooks now, Hello.Contribution old) {
        return old.hooks().map(now::orRulesOf).orElse(now);
    }
}
