package io.tapgateway.conformance;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.Wire;
import io.tapgateway.testkit.transcript.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A gateway elsewhere, with providers at real sockets and a driver for its hosts. What a case has begun ends with it.
 * Confined to the thread that plays.
 */
final class DrivenStage implements Stage {
    private final GatewayTarget target;
    private final Duration patience;
    private final Minutes minutes = new Minutes();
    private final List<ProbeWire> wires = new ArrayList<>();
    private @Nullable DrivenGateway gateway;

    DrivenStage(GatewayTarget target, Duration patience) {
        this.target = target;
        this.patience = patience;
    }

    @Override
    public Gateway start(GatewayBuilder settings) {
        DrivenGateway driven = new DrivenGateway(target);
        gateway = driven;
        return driven;
    }

    @Override
    public Wire connect(Optional<String> origin, Inbox inbox) {
        ProbeWire wire = ProbeWire.open(target, origin, inbox, minutes.peer(wires.size() + 1), patience);
        wires.add(wire);
        return wire;
    }

    @Override
    public Optional<ManualClock> clock() {
        return Optional.empty();
    }

    @Override
    public Duration patience() {
        return patience;
    }

    @Override
    public void settle() {
        wires.forEach(ProbeWire::settle);
        if (gateway != null) {
            gateway.settle();
        }
    }

    /** What was said so far. */
    List<String> conversation() {
        return minutes.lines();
    }

    @Override
    public void close() {
        wires.forEach(ProbeWire::drop);
        if (gateway != null) {
            gateway.leave(patience);
        }
    }
}
