package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Peer;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One transport connection and all the gateway knows of it. Confined to the loop. */
public final class Connection {
    private final Kernel kernel;
    private final ConnectionId id;
    private final Peer peer;
    private final Optional<PageSite> site;
    private final Instant openedAt;
    private final Conduct conduct;
    private final Tombstones tombstones;
    private final Map<CallId, Call> unanswered = new LinkedHashMap<>();

    private GatewayState state = GatewayState.awaitAuth();
    private InboundClass inbound = InboundClass.UNAUTHENTICATED;
    private @Nullable Principal principal;
    private @Nullable Registration registration;
    private FixedName fixedName = new FixedName(Optional.empty());
    private Timers.@Nullable Timer stateTimer;
    private int liveCalls;
    private long lastCallEndedAt;

    public Connection(ConnectionId id, Peer peer, Kernel kernel) {
        this.kernel = kernel;
        this.id = id;
        this.peer = peer;
        this.site = origin().map(PageSite::of);
        this.openedAt = kernel.wall();
        this.conduct = new Conduct(kernel.limits(), kernel.now());
        this.tombstones = new Tombstones(kernel);
    }

    public ConnectionId id() {
        return id;
    }

    public Peer peer() {
        return peer;
    }

    /** The page's origin, if a browser is at the other end. */
    public Optional<String> origin() {
        return peer instanceof Peer.Remote remote ? remote.origin() : Optional.empty();
    }

    /** Whose page it is, if a browser is at the other end. */
    public Optional<PageSite> site() {
        return site;
    }

    public Instant openedAt() {
        return openedAt;
    }

    /** How the peer has behaved. */
    public Conduct conduct() {
        return conduct;
    }

    public GatewayState state() {
        return state;
    }

    /**
     * Leaves the present state; the only place where it changes.
     *
     * @param exit one of the {@code to…} methods; throws {@link IllegalStateException} if the present state does not
     *     have it
     */
    public void transition(UnaryOperator<GatewayState> exit) {
        GatewayState left = state;
        state = exit.apply(left);
        if (!state.equals(left)) {
            kernel.effects().stateChanged(id, left, state);
        }
    }

    /** Whether the connection has ended. */
    public boolean isOver() {
        return state.isOver();
    }

    /** How large a message its transport lets in. */
    public InboundClass inbound() {
        return inbound;
    }

    public void setInbound(InboundClass next) {
        inbound = next;
    }

    /** Who is calling, once that is proved. */
    public Optional<Principal> principal() {
        return Optional.ofNullable(principal);
    }

    public void setPrincipal(Principal proved) {
        principal = proved;
    }

    /** The present binding. */
    public Optional<Registration> registration() {
        return Optional.ofNullable(registration);
    }

    public void setRegistration(@Nullable Registration current) {
        registration = current;
        if (current != null) {
            fixedName.fix(current.identity().name());
        }
    }

    /** The name this connection, or another of its token, once bound under and must keep (D-074). */
    public Optional<ProviderName> fixedName() {
        return fixedName.get();
    }

    /** From now on this connection has its name in common with all others of its token. */
    public void shareName(FixedName ofToken) {
        fixedName = ofToken;
    }

    /** The timer of the present state, or of a farewell. */
    public Timers.@Nullable Timer stateTimer() {
        return stateTimer;
    }

    public void setStateTimer(Timers.@Nullable Timer timer) {
        stateTimer = timer;
    }

    /** Notes that a call has been sent. */
    public void sent(Call call) {
        unanswered.put(call.id(), call);
        liveCalls++;
    }

    /** Notes that a sent call has ended for its host; the provider may still owe an answer. */
    public void ended(long now) {
        liveCalls--;
        lastCallEndedAt = now;
    }

    /** Notes that nothing more is expected for a call. */
    public void settled(CallId call) {
        unanswered.remove(call);
        tombstones.add(call);
    }

    /** A call that this connection was sent and has not answered. */
    public @Nullable Call unanswered(CallId call) {
        return unanswered.get(call);
    }

    /** All calls it has not answered, oldest first: live ones and ended ones that still have their place. */
    public Collection<Call> unanswered() {
        return unanswered.values();
    }

    /** Whether a call of that id ended here earlier. */
    public boolean remembers(CallId call) {
        return tombstones.contains(call);
    }

    /** Calls sent and neither answered nor ended. */
    public int liveCalls() {
        return liveCalls;
    }

    public long lastCallEndedAt() {
        return lastCallEndedAt;
    }
}
