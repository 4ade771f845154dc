package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.connection.Complaint;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.ParkedFrame;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Binds providers: a {@code hello} is checked as a whole and then applied as a whole (D-068). Faults found by the
 * pre-checks do not end the old binding (D-091). A {@code hello} that waits for a directory or for the holder of its
 * identity is checked anew afterwards, unless the holder answers and still has the identity: then it is refused at
 * once. What its connection sends meanwhile is parked (D-094). Confined to the loop.
 */
public final class HelloDesk {
    /**
     * What became of a directory that a {@code hello} has waited for.
     *
     * @param usable whether its provider may keep files there
     */
    private record Prepared(Path directory, boolean usable) {}

    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Complaints complaints;
    private final Lifecycle lifecycle;
    private final ProviderRegistry registry;
    private final ReconnectTickets tickets;
    private final ProviderIds ids;
    private final Admission admission;
    private final BindingPlanner planner;
    private final HelloRate rate;
    private final Map<Connection, OpenHello> open = new LinkedHashMap<>();

    /** Frames that are no longer parked, to be handled next. */
    private final Queue<ParkedFrame> released = new ArrayDeque<>();

    HelloDesk(
            Kernel kernel,
            ConnectionTable connections,
            Complaints complaints,
            Lifecycle lifecycle,
            ProviderRegistry registry,
            ReconnectTickets tickets,
            ProviderIds ids,
            Admission admission,
            BindingPlanner planner) {
        this.kernel = kernel;
        this.connections = connections;
        this.complaints = complaints;
        this.lifecycle = lifecycle;
        this.registry = registry;
        this.tickets = tickets;
        this.ids = ids;
        this.admission = admission;
        this.planner = planner;
        this.rate = new HelloRate(kernel);
    }

    /** A provider introduces itself, for the first time or anew. Returns the refusal if it is known at once. */
    public Optional<Complaint> hello(Connection connection, Hello asked) {
        return SessionFault.attempt(() -> {
            Optional<Registration> present = connection.registration();
            Hello hello = preChecked(connection, asked);
            present.ifPresent(it -> registry.unbind(it, ProviderRegistry.Leaving.REBIND));
            boolean rebind = present.isPresent();
            // A connection cannot take over itself (D-087).
            attempt(connection, rebind ? hello.withoutToken() : hello, Optional.empty());
        });
    }

    /**
     * A provider says goodbye: its rules are released, also those that are held from a binding that has ended before
     * (D-092, D-099).
     */
    public void goodbye(Connection connection) {
        connections.end(connection, CloseCode.NORMAL, "goodbye");
        registry.release(connection);
    }

    /** The checks before an old binding ends: sizes, rates and room in the sessions (D-091). */
    private Hello preChecked(Connection connection, Hello asked) {
        Principal principal = connection.principal().orElseThrow();
        Hello hello = admission.checked(asked, principal.trust());
        Optional<Registration> present = connection.registration();
        if (present.isPresent() && !connection.conduct().mayRebind(kernel.now())) {
            throw new InvalidMessage(
                    ErrorCode.RATE_LIMITED,
                    "",
                    "more than " + kernel.limit(Limit.REBINDS_PER_MINUTE) + " rebinds in a minute");
        }
        if (!rate.tryAccept(principal, hello.identity().name())) {
            throw new InvalidMessage(ErrorCode.RATE_LIMITED, "", "too many hellos in a minute; wait a little");
        }
        present.ifPresent(it -> planner.requireRoom(principal, hello, it));
        return hello;
    }

    /** @param prepared what this {@code hello} has waited for, if it has */
    private void attempt(Connection connection, Hello hello, Optional<Prepared> prepared) {
        Principal principal = connection.principal().orElseThrow();
        Optional<ReconnectTickets.Ticket> ticket = redeem(connection, principal, hello);
        if (connection.isOver()) {
            return;
        }
        planner.plan(connection, principal, hello, ticket).accept(new Planned(connection, hello, prepared));
    }

    /** Carries out what was planned for a {@code hello}, as far as that is possible now. */
    private final class Planned implements BindingPlan.Visitor {
        private final Connection connection;
        private final Hello hello;
        private final Optional<Prepared> prepared;

        private Planned(Connection connection, Hello hello, Optional<Prepared> prepared) {
            this.connection = connection;
            this.hello = hello;
            this.prepared = prepared;
        }

        @Override
        public void onBind(BindingPlan.Bind plan) {
            Optional<Path> directory = plan.directory();
            if (directory.equals(prepared.map(Prepared::directory))) {
                apply(connection, hello, plan, prepared.filter(Prepared::usable).map(Prepared::directory));
            } else if (directory.isPresent()) {
                prepare(connection, hello, directory.get());
            } else {
                apply(connection, hello, plan, Optional.empty());
            }
        }

        @Override
        public void onProbe(BindingPlan.Probe plan) {
            probe(connection, hello, plan.holder());
        }
    }

    private Optional<ReconnectTickets.Ticket> redeem(Connection connection, Principal principal, Hello hello) {
        if (hello.reconnectToken().isEmpty()) {
            return Optional.empty();
        }
        ReconnectTickets.Presented presented =
                tickets.present(hello.reconnectToken().get(), principal, hello);
        if (presented.stolen() && !connection.conduct().tolerates(kernel.now())) {
            connections.end(connection, CloseCode.POLICY_VIOLATION, "too many violations");
        }
        return presented.ticket();
    }

    private void apply(Connection connection, Hello asked, BindingPlan.Bind plan, Optional<Path> directory) {
        plan.predecessor().ifPresent(this::replace);
        Registration registration = new Registration(
                connection, connection.principal().orElseThrow(), plan.key(), plan.hello(), ids.of(plan.key()));
        directory.ifPresent(registration::setDirectory);
        plan.predecessor().ifPresent(it -> {
            registration.filters().putAll(it.filters());
            registration.restoreHooks(it, asked.contribution().hooks());
        });
        registry.bind(registration, plan.sessions());
        kernel.effects().send(connection.id(), acknowledgement(registration, plan));
        registration.presences().forEach(lifecycle::started);
    }

    /**
     * The old holder of the identity makes way: its calls fail and its connection ends (D-085). Its ticket is worthless
     * when that of the new one is given out.
     */
    private void replace(Registration predecessor) {
        registry.unbind(predecessor, ProviderRegistry.Leaving.LOST);
        connections.end(predecessor.connection(), CloseCode.TAKEN_OVER, "taken over by a reconnect");
    }

    private HelloAck acknowledgement(Registration registration, BindingPlan.Bind plan) {
        long revision = plan.sessions().stream()
                .mapToLong(session -> session.revision(registration.providerId()))
                .max()
                .orElse(1);
        return new HelloAck(
                registration.providerId(),
                registration.key().scope(),
                tickets.issue(registration),
                revision,
                registration.directory().map(it -> it + it.getFileSystem().getSeparator()));
    }

    /**
     * Asks the holder of the identity, a connection of the same principal that may be dead, for a sign of life; it has
     * two seconds (D-077).
     */
    private void probe(Connection connection, Hello hello, Registration holder) {
        await(OpenHello.awaitingSignOfLife(
                connection, hello, holder, kernel.after(Limit.LIVENESS_PROBE, () -> silent(connection, holder))));
        kernel.effects().ping(holder.connection().id());
    }

    /** Waits for the directory; {@code hello.ack} omits it if it could not be made (D-153). */
    private void prepare(Connection connection, Hello hello, Path directory) {
        await(OpenHello.awaitingDirectory(
                connection,
                hello,
                directory,
                kernel.after(Limit.FILE_READ, () -> prepared(connection, directory, false))));
        kernel.effects().prepareDirectory(connection.id(), directory);
    }

    private void await(OpenHello hello) {
        hello.connection().transition(GatewayState::toRegistering);
        open.put(hello.connection(), hello);
    }

    /** Keeps a frame of a connection whose {@code hello} is open; false if it has sent more than may wait. */
    public boolean park(Connection connection, Decoded<ProviderMessage> frame, int bytes) {
        OpenHello hello = open.get(connection);
        return hello != null && hello.park(new ParkedFrame(connection, frame, bytes), kernel.limits());
    }

    /** The oldest frame that is no longer parked; null if there is none. */
    public @Nullable ParkedFrame nextFrame() {
        return released.poll();
    }

    /** A directory that a {@code hello} of this connection may be waiting for is there, or cannot be used. */
    public void prepared(Connection connection, Path directory, boolean usable) {
        OpenHello hello = open.get(connection);
        if (hello != null && hello.awaits(directory)) {
            goOn(hello, Optional.of(new Prepared(directory, usable)));
        }
    }

    /**
     * A connection gave a sign of life: claims of its identity are refused, or tried again if it no longer has the
     * identity.
     */
    public void alive(Connection connection) {
        for (OpenHello claim : claimsFrom(connection)) {
            if (claim.isHeld()) {
                close(claim);
                complaints.refuse(
                        claim.connection(), claim.hello(), ErrorCode.DUPLICATE_INSTANCE, BindingPlanner.DUPLICATE_TEXT);
            } else {
                goOn(claim, Optional.empty());
            }
        }
    }

    /** A connection has ended: its own {@code hello} is dropped, and claims of its identity are tried again. */
    public void gone(Connection connection) {
        OpenHello own = open.get(connection);
        if (own != null) {
            close(own);
        }
        claimsFrom(connection).forEach(claim -> goOn(claim, Optional.empty()));
    }

    /** The holder did not answer: its connection is closed only if it still has the identity. */
    private void silent(Connection claimant, Registration holder) {
        OpenHello claim = open.get(claimant);
        if (holder.isCurrent()) {
            connections.end(
                    holder.connection(), CloseCode.TAKEN_OVER, "silent while another connection claims its identity");
        } else if (claim != null) {
            goOn(claim, Optional.empty());
        }
    }

    private List<OpenHello> claimsFrom(Connection holder) {
        return open.values().stream().filter(it -> it.claimsFrom(holder)).toList();
    }

    /** Tries again, unless its connection has ended as well. */
    private void goOn(OpenHello hello, Optional<Prepared> prepared) {
        Connection connection = hello.connection();
        close(hello);
        if (!connection.isOver()) {
            SessionFault.attempt(() -> attempt(connection, hello.hello(), prepared))
                    .ifPresent(complaint -> complaints.refuse(connection, hello.hello(), complaint));
        }
    }

    /** Ends the wait and releases the parked frames; if the {@code hello} waits again, they are parked again. */
    private void close(OpenHello hello) {
        hello.connection().transition(GatewayState::toUnregistered);
        open.remove(hello.connection());
        kernel.timers().cancel(hello.timer());
        released.addAll(hello.frames());
    }
}
