package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.PairingTarget;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user's side of pairing: turns the user's wishes into steps of the loop, and asks the embedder outside of it.
 * Thread-safe.
 */
final class RunningPairing implements Pairing {
    private static final Logger LOG = LoggerFactory.getLogger(RunningPairing.class);

    /** What the embedder decides. */
    record Choices(PairingPolicy policy, PairingTarget target) {}

    /** A peer that wants to pair. */
    record Request(ConnectionId connection, Optional<String> origin) {}

    private final Limits limits;
    private final Choices choices;
    private final GatewayLoop loop;

    RunningPairing(Limits limits, Choices choices, GatewayLoop loop) {
        this.limits = limits;
        this.choices = choices;
        this.loop = loop;
    }

    /** Whether the embedder would ever let somebody from there pair. */
    boolean mayPair(Optional<String> origin) {
        return mode(origin) != PairingPolicy.Mode.DENY;
    }

    /** Asks the embedder about a request, which is decided in any case; on the gateway's executor. */
    void consult(Request request) {
        PairingPolicy.Mode mode = mode(request.origin());
        Optional<SessionId> target = mode == PairingPolicy.Mode.DENY ? Optional.empty() : target();
        loop.submit(new PeerInput.PairingDecided(request.connection(), mode, target));
    }

    private PairingPolicy.Mode mode(Optional<String> origin) {
        try {
            return choices.policy().modeFor(origin);
        } catch (RuntimeException | Error e) {
            LOG.warn("the pairing policy failed; nobody can pair by it", e);
            return PairingPolicy.Mode.DENY;
        }
    }

    private Optional<SessionId> target() {
        try {
            List<SessionView> active = loop.ask((core, now) -> core.readModel().sessions()).stream()
                    .filter(it -> it.state() == SessionView.State.ACTIVE)
                    .toList();
            return choices.target().choose(active);
        } catch (RuntimeException | Error e) {
            LOG.warn("the choice of a session for pairing failed; there is no code", e);
            return Optional.empty();
        }
    }

    @Override
    public void openWindow() {
        perform(desk -> desk.window().open());
    }

    @Override
    public void openWindow(Duration length) {
        Duration longest = Duration.ofMillis(limits.get(Limit.MAX_PAIRING_WINDOW));
        if (length.isNegative() || length.isZero() || length.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "a pairing window must be longer than nothing and no longer than " + longest + ", not " + length);
        }
        perform(desk -> desk.window().open(length));
    }

    @Override
    public void closeWindow() {
        perform(desk -> desk.window().close());
    }

    @Override
    public void cancel() {
        perform(PairingDesk::cancel);
    }

    @Override
    public void unlock() {
        perform(PairingDesk::unlock);
    }

    @Override
    public PairingStatus status() {
        return loop.ask((core, now) -> core.pairing(PairingDesk::status, now));
    }

    private void perform(Consumer<PairingDesk> action) {
        loop.ask((core, now) -> core.pairing(
                desk -> {
                    action.accept(desk);
                    return true;
                },
                now));
    }
}
