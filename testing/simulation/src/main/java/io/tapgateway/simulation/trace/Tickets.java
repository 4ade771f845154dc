package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All reconnect tokens that are good for something, as they must be. Confined to the thread of its simulation. */
public final class Tickets {
    private static final long NEVER = Long.MIN_VALUE;

    private static final class Ticket {
        private final BindingRecord binding;
        private final ExpectedCredential owner;
        private long lostAt = NEVER;

        private Ticket(BindingRecord binding, ExpectedCredential owner) {
            this.binding = binding;
            this.owner = owner;
        }

        private boolean belongsTo(ConnectionRecord connection, Hello.Identity identity) {
            return connection.credential().filter(owner::equals).isPresent()
                    && binding.identity().name().folded().equals(identity.name().folded())
                    && binding.identity().instance().equals(identity.instance());
        }

        /** Its owner may show it there, and nothing comes of it (I-32). */
        private boolean isForAnotherSession(Hello hello) {
            return hello.session().filter(it -> !it.equals(binding.scope())).isPresent();
        }
    }

    private final Limits limits;
    private final Map<String, Ticket> tickets = new HashMap<>();

    Tickets(Limits limits) {
        this.limits = limits;
    }

    /** Each token supersedes the one before it (D-080). */
    void issue(BindingRecord binding, String token, ExpectedCredential owner) {
        tickets.values().removeIf(earlier -> earlier.binding.hasIdentityOf(binding));
        tickets.put(token, new Ticket(binding, owner));
    }

    /**
     * What a connection may take up again by its {@code hello}; empty if there is no token in it, or not a good one.
     */
    public Optional<BindingRecord> redeemable(ConnectionRecord connection, Hello hello, long now) {
        Ticket ticket = presented(connection, hello);
        boolean good = ticket != null
                && !isLate(ticket, now)
                && !ticket.isForAnotherSession(hello)
                && ticket.belongsTo(connection, hello.identity());
        return ticket == null || !good ? Optional.empty() : Optional.of(ticket.binding);
    }

    /** A connection cannot take over itself (D-087). */
    private @Nullable Ticket presented(ConnectionRecord connection, Hello hello) {
        return connection.isRebinding()
                ? null
                : hello.reconnectToken().map(tickets::get).orElse(null);
    }

    private boolean isLate(Ticket ticket, long now) {
        return ticket.lostAt != NEVER && now - ticket.lostAt >= limits.nanos(Limit.RECONNECT_WINDOW);
    }

    /** The token in an accepted {@code hello} is used up. */
    Optional<BindingRecord> redeem(ConnectionRecord connection, Hello hello, long now) {
        Optional<BindingRecord> redeemed = redeemable(connection, hello, now);
        Ticket presented = presented(connection, hello);
        if (presented != null && !presented.isForAnotherSession(hello)) {
            hello.reconnectToken().ifPresent(tickets::remove);
        }
        return redeemed;
    }

    /** Shown by somebody else than its owner, a reconnect token is worthless from then on (D-082). True if so. */
    boolean burnIfStolen(ConnectionRecord connection, Hello hello) {
        Ticket ticket = presented(connection, hello);
        boolean stolen = ticket != null && !ticket.belongsTo(connection, hello.identity());
        if (stolen) {
            hello.reconnectToken().ifPresent(tickets::remove);
        }
        return stolen;
    }

    /** The connection of a binding was lost; its owner may come back for a while. */
    void lose(BindingRecord binding, long now) {
        tickets.values().stream().filter(it -> it.binding == binding).forEach(it -> it.lostAt = now);
    }

    void revoke(BindingRecord binding) {
        tickets.values().removeIf(it -> it.binding == binding);
    }

    void sessionEnded(SessionId session) {
        tickets.values().removeIf(it -> it.binding.scope().equals(session));
    }
}
