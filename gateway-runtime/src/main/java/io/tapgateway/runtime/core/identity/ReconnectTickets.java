package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.Registration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may take an identity up again: one ticket for each identity, valid while it is bound and for 30 seconds after its
 * connection was lost (D-080). Confined to the loop.
 */
public final class ReconnectTickets {
    private static final String PREFIX = "tok-";

    /** The right to come back, and what there is to come back to. */
    public static final class Ticket {
        private final TokenDigest digest;
        private final Registration registration;
        private Timers.@Nullable Timer expiry;

        private Ticket(TokenDigest digest, Registration registration) {
            this.digest = digest;
            this.registration = registration;
        }

        /** What was bound when the ticket was given out, with later updates. */
        public Registration registration() {
            return registration;
        }
    }

    private final Kernel kernel;
    private final Map<TokenDigest, Ticket> byDigest = new HashMap<>();
    private final Map<IdentityKey, Ticket> byIdentity = new LinkedHashMap<>();

    public ReconnectTickets(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A ticket for a new registration; an earlier one for the same identity is worthless now. */
    public String issue(Registration registration) {
        String token = PREFIX + kernel.entropy().secret();
        Ticket ticket = new Ticket(TokenDigest.of(token), registration);
        byDigest.put(ticket.digest, ticket);
        Ticket superseded = byIdentity.get(registration.key());
        if (superseded != null) {
            revoke(superseded.registration);
        }
        byIdentity.put(registration.key(), ticket);
        return token;
    }

    private @Nullable Ticket ticketOf(Registration registration) {
        Ticket ticket = byIdentity.get(registration.key());
        return ticket != null && ticket.registration == registration ? ticket : null;
    }

    /**
     * Looks up a ticket for a {@code hello}. One that another principal or identity presents is revoked (D-082). One
     * that is presented for another session is not accepted, but stays valid (I-32).
     */
    public Presented present(String token, Principal principal, Hello hello) {
        Hello.Identity identity = hello.identity();
        Ticket ticket = byDigest.get(TokenDigest.of(token));
        if (ticket == null) {
            return new Presented(Optional.empty(), false);
        }
        Registration registration = ticket.registration;
        boolean owner = registration.principal().equals(principal)
                && registration
                        .identity()
                        .name()
                        .folded()
                        .equals(identity.name().folded())
                && registration.identity().instance().equals(identity.instance());
        if (!owner) {
            revoke(registration);
            return new Presented(Optional.empty(), true);
        }
        SessionId own = registration.key().scope();
        boolean elsewhere = hello.session().filter(it -> !it.equals(own)).isPresent();
        return new Presented(elsewhere ? Optional.empty() : Optional.of(ticket), false);
    }

    /**
     * The result of presenting a ticket.
     *
     * @param stolen whether another principal or identity presented it
     */
    public record Presented(Optional<Ticket> ticket, boolean stolen) {}

    /** The connection of a registration was lost: the ticket is good for a while. */
    public void startExpiry(Registration registration) {
        Ticket ticket = ticketOf(registration);
        if (ticket != null && ticket.expiry == null) {
            ticket.expiry = kernel.after(Limit.RECONNECT_WINDOW, () -> revoke(registration));
        }
    }

    /** Makes the ticket of a registration worthless: it was used, or its owner left in order. */
    public void revoke(Registration registration) {
        Ticket ticket = ticketOf(registration);
        if (ticket != null) {
            byIdentity.remove(registration.key());
            byDigest.remove(ticket.digest);
            kernel.timers().cancel(ticket.expiry);
        }
    }

    /** Makes the tickets into an ended session worthless. */
    public void sessionEnded(SessionId session) {
        for (Ticket ticket : List.copyOf(byIdentity.values())) {
            if (ticket.registration.key().scope().equals(session)) {
                revoke(ticket.registration);
            }
        }
    }

    /** Makes all tickets worthless. */
    public void clear() {
        List.copyOf(byIdentity.values()).forEach(ticket -> revoke(ticket.registration));
    }
}
