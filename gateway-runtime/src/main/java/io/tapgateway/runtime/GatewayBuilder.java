package io.tapgateway.runtime;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.loop.RunningGateway;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

/** Collects the settings of a {@link Gateway}; all are optional. Not thread-safe. */
public final class GatewayBuilder {
    private Limits limits = Limits.standard();
    private Optional<Executor> executor = Optional.empty();
    private Optional<GatewayClock> clock = Optional.empty();
    private GateLoss gateLoss = GateLoss.HOLD_WINDOW;
    private boolean strictNewSessions;
    private Set<TrustLevel> hintsOf = Policies.STANDARD.hintsOf();
    private Optional<FileResults> files = Optional.empty();
    private PairingPolicy pairing = PairingPolicy.standard();
    private PairingTarget pairingTarget = PairingTarget.foreground();
    private boolean idleShutdown;

    GatewayBuilder() {}

    /** Other limits than the specification's. */
    public GatewayBuilder limits(Limits values) {
        this.limits = values;
        return this;
    }

    /**
     * Where callbacks and completions run. The default is a pool of daemon threads of the gateway's own.
     *
     * <p>With {@code Runnable::run} they run on whichever thread did the work, after the gateway has finished with it:
     * the fastest choice, for callbacks that never block (D-021). What they ask for, but for questions that are
     * answered at once, is decided when they have returned or wait for its outcome with {@code join} or {@code get}.
     */
    public GatewayBuilder executor(Executor callbacks) {
        this.executor = Optional.of(callbacks);
        return this;
    }

    /** Another source of time; for tests. */
    public GatewayBuilder clock(GatewayClock source) {
        this.clock = Optional.of(source);
        return this;
    }

    /** Who may ask the user to be let in; the default is {@link PairingPolicy#standard()}. */
    public GatewayBuilder pairing(PairingPolicy policy) {
        this.pairing = policy;
        return this;
    }

    /** In which session pairing codes appear; the default is {@link PairingTarget#foreground()}. */
    public GatewayBuilder pairingTarget(PairingTarget target) {
        this.pairingTarget = target;
        return this;
    }

    /**
     * What becomes of the rules of a provider that is lost; {@link GateLoss#HOLD_WINDOW} unless said otherwise (D-084).
     */
    public GatewayBuilder gateLoss(GateLoss policy) {
        this.gateLoss = policy;
        return this;
    }

    /**
     * Whether the rules of a provider that is bound to all sessions hold in a new one before it says that it is ready
     * there; until then what they concern is denied. They do not unless said otherwise (D-175).
     */
    public GatewayBuilder strictNewSessions(boolean strict) {
        this.strictNewSessions = strict;
        return this;
    }

    /**
     * Whether the gateway ends by itself once it has had no session for 30 seconds, also after its start: for a gateway
     * in a process of its own that others join. It does not unless said otherwise (D-226).
     */
    public GatewayBuilder idleShutdown(boolean wanted) {
        this.idleShutdown = wanted;
        return this;
    }

    /**
     * Lets providers that run in this process or were started by a host keep files, and answer with them (D-152,
     * D-153); unless said otherwise they cannot.
     */
    public GatewayBuilder fileResults(FileResults settings) {
        this.files = Optional.of(settings);
        return this;
    }

    /**
     * Of which providers hints that make a tool look harmless, such as {@code readOnlyHint}, reach hosts: those of
     * these trust levels; unless said otherwise, providers of this process only. Hints that call for caution reach
     * hosts always (D-236).
     */
    public GatewayBuilder trustHintsOf(Set<TrustLevel> levels) {
        this.hintsOf = Set.copyOf(levels);
        return this;
    }

    /**
     * Starts the gateway. Providers can connect once a transport is attached.
     *
     * @throws IllegalStateException if there can be no directories for {@linkplain #fileResults files}
     */
    public Gateway build() {
        Policies policies = new Policies(new HookPolicy(gateLoss, strictNewSessions), files, hintsOf);
        RunningGateway gateway = RunningGateway.start(limits, executor, clock, policies, pairing, pairingTarget);
        if (idleShutdown) {
            gateway.endWithLastSession();
        }
        return gateway;
    }
}
