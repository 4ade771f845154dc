package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.Hangup;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.provider.ProviderDirectories.Prepared;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Binds providers: a {@code hello} is checked as a whole and then applied as a whole (D-068); what it finds wrong before it
 * touches an old binding leaves that alone (D-091). Confined to the loop.
 */
public final class HelloDesk {
    private final Kernel kernel;
    private final Complaints complaints;
    private final Hangup hangup;
    private final ProviderDesks desks;
    private final Consumer<Connection> onDecision;
    private final BindingPlanner planner;
    private final LivenessProbes probes;
    private final Greetings greetings;
    private final ProviderDirectories directories;

    /** @param onDecision what is to happen after a {@code hello} whose outcome was open for a while */
    HelloDesk(
            Kernel kernel, Complaints complaints, Hangup hangup, ProviderDesks desks, Consumer<Connection> onDecision) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.hangup = hangup;
        this.desks = desks;
        this.onDecision = onDecision;
        this.planner = new BindingPlanner(desks);
        this.probes = new LivenessProbes(kernel, this::silent);
        this.greetings = new Greetings(kernel);
        this.directories = new ProviderDirectories(kernel, desks.sessions(), this::prepared);
    }

    /** A provider introduces itself, for the first time or anew. */
    public void hello(Connection connection, Hello asked) {
        Optional<Registration> present = connection.registration();
        Hello hello;
        try {
            hello = preChecked(connection, asked);
        } catch (SessionFault fault) {
            complaints.refuse(connection, asked, fault.fault(), fault.sessionId());
            return;
        } catch (InvalidMessage fault) {
            complaints.refuse(connection, asked, fault);
            return;
        }
        present.ifPresent(it -> desks.registry().unbind(it, ProviderRegistry.Leaving.REBIND));
        boolean rebind = present.isPresent();
        // A connection cannot take over itself (D-087).
        attempt(connection, rebind ? withoutToken(hello) : hello);
    }

    /** What a {@code hello} fails for before it touches an old binding: sizes and rates (D-091). */
    private Hello preChecked(Connection connection, Hello asked) {
        Principal principal = connection.principal().orElseThrow();
        Hello hello = desks.admission().checked(asked, principal.trust());
        Optional<Registration> present = connection.registration();
        if (present.isPresent() && !connection.conduct().mayRebind(kernel.now())) {
            throw new InvalidMessage(
                    ErrorCode.RATE_LIMITED,
                    "",
                    "more than " + kernel.limit(Limit.REBINDS_PER_MINUTE) + " rebinds in a minute");
        }
        if (!greetings.tryAccept(principal, hello.identity().name())) {
            throw new InvalidMessage(ErrorCode.RATE_LIMITED, "", "too many hellos in a minute; wait a little");
        }
        present.ifPresent(it -> planner.requireRoom(principal, hello, it));
        return hello;
    }

    private static Hello withoutToken(Hello hello) {
        return new Hello(hello.identity(), hello.session(), Optional.empty(), hello.contribution());
    }

    private void attempt(Connection connection, Hello hello) {
        attempt(connection, hello, Optional.empty());
    }

    /** @param prepared what this {@code hello} has waited for, if it has */
    private void attempt(Connection connection, Hello hello, Optional<Prepared> prepared) {
        Principal principal = connection.principal().orElseThrow();
        try {
            Optional<ReconnectTickets.Ticket> ticket = redeem(connection, principal, hello);
            if (connection.isOver()) {
                return;
            }
            BindingPlan plan = planner.plan(connection, principal, hello, ticket);
            Optional<Path> directory = directories.of(principal, plan);
            if (plan.holderToProbe().isPresent()) {
                probe(connection, hello, plan.holderToProbe().get());
            } else if (directory.equals(prepared.map(Prepared::directory))) {
                apply(connection, hello, plan, prepared.filter(Prepared::usable).map(Prepared::directory));
            } else if (directory.isPresent()) {
                connection.transition(GatewayState::toRegistering);
                directories.prepare(connection, hello, directory.get());
            } else {
                apply(connection, hello, plan, Optional.empty());
            }
        } catch (SessionFault fault) {
            connection.transition(GatewayState::toUnregistered);
            complaints.refuse(connection, hello, fault.fault(), fault.sessionId());
        } catch (InvalidMessage fault) {
            connection.transition(GatewayState::toUnregistered);
            complaints.refuse(connection, hello, fault);
        }
    }

    private Optional<ReconnectTickets.Ticket> redeem(Connection connection, Principal principal, Hello hello) {
        if (hello.reconnectToken().isEmpty()) {
            return Optional.empty();
        }
        ReconnectTickets.Presented presented =
                desks.tickets().present(hello.reconnectToken().get(), principal, hello);
        if (presented.stolen() && !connection.conduct().tolerates(kernel.now())) {
            hangup.hangUp(connection, CloseCode.POLICY_VIOLATION, "too many violations");
        }
        return presented.ticket();
    }

    private void apply(Connection connection, Hello asked, BindingPlan plan, Optional<Path> directory) {
        plan.predecessor().ifPresent(this::replace);
        Registration registration = new Registration(
                connection,
                connection.principal().orElseThrow(),
                plan.key(),
                plan.hello(),
                desks.providerIds().of(plan.key()));
        directory.ifPresent(registration::setDirectory);
        plan.predecessor().ifPresent(it -> {
            registration.filters().putAll(it.filters());
            registration.restoreHooks(it, asked.contribution().hooks());
        });
        desks.registry().bind(registration, plan.sessions());
        kernel.effects().send(connection.id(), acknowledgement(registration, plan));
        registration.presences().forEach(desks.lifecycle()::started);
        // Last of all: when a holder's connection goes, others who claim its identity get another try.
        plan.predecessor()
                .map(Registration::connection)
                .ifPresent(it -> hangup.hangUp(it, CloseCode.TAKEN_OVER, "taken over by a reconnect"));
    }

    /** The old holder of the identity makes way, and its calls fail (D-085). */
    private void replace(Registration predecessor) {
        desks.registry().unbind(predecessor, ProviderRegistry.Leaving.LOST);
        desks.tickets().revoke(predecessor);
    }

    private HelloAck acknowledgement(Registration registration, BindingPlan plan) {
        long revision = plan.sessions().stream()
                .mapToLong(session -> session.revision(registration.providerId()))
                .max()
                .orElse(1);
        return new HelloAck(
                registration.providerId(),
                registration.key().scope(),
                desks.tickets().issue(registration),
                revision,
                registration.directory().map(it -> it + it.getFileSystem().getSeparator()));
    }

    /** The identity is held by a connection of the same principal that may be dead: it gets two seconds (D-077). */
    private void probe(Connection connection, Hello hello, Registration holder) {
        connection.transition(GatewayState::toRegistering);
        probes.begin(connection, hello, holder);
        kernel.effects().ping(holder.connection().id());
    }

    /** A directory that a {@code hello} of this connection may be waiting for is there, or cannot be used. */
    public void prepared(Connection connection, Path directory, boolean usable) {
        directories.prepared(connection, new Prepared(directory, usable));
    }

    private void prepared(ProviderDirectories.Waiting waiting, Prepared prepared) {
        attempt(waiting.connection(), waiting.hello(), Optional.of(prepared));
        onDecision.accept(waiting.connection());
    }

    /** A connection gave a sign of life: whoever claims its identity is refused, if that still is its identity. */
    public void alive(Connection connection) {
        List<LivenessProbes.Probe> ended = probes.endAllFor(connection);
        for (LivenessProbes.Probe probe : ended) {
            if (probe.holder().isCurrent()) {
                probe.claimant().transition(GatewayState::toUnregistered);
                complaints.refuse(
                        probe.claimant(), probe.hello(), ErrorCode.DUPLICATE_INSTANCE, BindingPlanner.DUPLICATE_TEXT);
            } else {
                attempt(probe.claimant(), probe.hello());
            }
        }
        ended.forEach(probe -> onDecision.accept(probe.claimant()));
    }

    /** A connection is gone: whoever claims its identity gets another try. */
    public void gone(Connection connection) {
        probes.abandon(connection);
        directories.abandon(connection);
        List<LivenessProbes.Probe> ended = probes.endAllFor(connection);
        ended.forEach(probe -> attempt(probe.claimant(), probe.hello()));
        ended.forEach(probe -> onDecision.accept(probe.claimant()));
    }

    /** Nobody is evicted who has given up the wanted identity meanwhile, however silent. */
    private void silent(LivenessProbes.Probe probe) {
        if (probe.holder().isCurrent()) {
            hangup.hangUp(
                    probe.holder().connection(),
                    CloseCode.TAKEN_OVER,
                    "silent while another connection claims its identity");
        } else {
            probes.abandon(probe.claimant());
            attempt(probe.claimant(), probe.hello());
            onDecision.accept(probe.claimant());
        }
    }
}
