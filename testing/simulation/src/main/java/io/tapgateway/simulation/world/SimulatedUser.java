package io.tapgateway.simulation.world;

import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.PairingLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Who sits in front of the sessions: reads the codes there, and has a say in who may pair. Confined to one simulation.
 */
public final class SimulatedUser {
    private final Scheduler scheduler;
    private final GatewayCore core;
    private final BiConsumer<Cause, Runnable> steps;
    private final Map<Optional<String>, String> latest = new HashMap<>();
    private final List<String> codes = new ArrayList<>();

    /** @param steps has the gateway take one, for a cause */
    SimulatedUser(Scheduler scheduler, GatewayCore core, BiConsumer<Cause, Runnable> steps) {
        this.scheduler = scheduler;
        this.core = core;
        this.steps = steps;
    }

    /** A line appears in a session. */
    void read(HostNotice.Log log) {
        PairingLine.of(log.entry()).ifPresent(line -> {
            latest.put(line.origin(), line.code());
            codes.add(line.code());
        });
    }

    /** The code that was shown last for that origin, or for a program without one. */
    public Optional<String> codeFor(Optional<String> origin) {
        return Optional.ofNullable(latest.get(origin));
    }

    /** All codes that were ever shown, oldest first. */
    public List<String> codes() {
        return codes;
    }

    /** Forgives all wrong and unanswered codes. */
    public void unlock() {
        wish(new Cause.PairingUnlocked(), PairingDesk::unlock);
    }

    /** Lets pages of other machines ask for a code, for a while. */
    public void openWindow() {
        wish(new Cause.PairingWindowOpened(), desk -> desk.window().open());
    }

    /** Turns everybody down who was given a code. */
    public void cancel() {
        wish(new Cause.PairingsCancelled(), PairingDesk::cancel);
    }

    private void wish(Cause cause, Consumer<PairingDesk> wish) {
        steps.accept(
                cause,
                () -> core.pairing(
                        desk -> {
                            wish.accept(desk);
                            return true;
                        },
                        scheduler.now()));
    }
}
