package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Claims that wait for a sign of life of the present holder (D-077). Confined to the loop. */
final class LivenessProbes {
    /**
     * One claim.
     *
     * @param timer when silence counts as death
     */
    record Probe(Connection claimant, Hello hello, Registration holder, Timers.Timer timer) {}

    private final Kernel kernel;
    private final Consumer<Probe> onSilence;
    private final Map<Connection, Probe> byClaimant = new LinkedHashMap<>();

    /** @param onSilence what is to happen to a claim whose holder did not answer */
    LivenessProbes(Kernel kernel, Consumer<Probe> onSilence) {
        this.kernel = kernel;
        this.onSilence = onSilence;
    }

    void begin(Connection claimant, Hello hello, Registration holder) {
        Timers.Timer timer = kernel.after(Limit.LIVENESS_PROBE, () -> expire(claimant));
        byClaimant.put(claimant, new Probe(claimant, hello, holder, timer));
    }

    private void expire(Connection claimant) {
        Probe probe = byClaimant.get(claimant);
        if (probe != null) {
            onSilence.accept(probe);
        }
    }

    /** The claimant itself is gone. */
    void abandon(Connection claimant) {
        Probe probe = byClaimant.remove(claimant);
        if (probe != null) {
            kernel.timers().cancel(probe.timer);
        }
    }

    /** Ends all probes of that holder. */
    List<Probe> endAllFor(Connection holder) {
        List<Probe> ended = new ArrayList<>();
        for (Probe probe : List.copyOf(byClaimant.values())) {
            if (probe.holder.connection() == holder) {
                abandon(probe.claimant);
                ended.add(probe);
            }
        }
        return ended;
    }
}
