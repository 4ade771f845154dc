package io.tapgateway.testkit.transcript;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.LinkWire;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.Wire;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A real gateway under virtual time, with peers directly at its provider port: all in the thread of the test. Confined
 * to that thread.
 */
public final class VirtualStage implements Stage {
    private final ManualClock clock;
    private @Nullable Gateway gateway;

    /** A stage where time begins anywhere. */
    public VirtualStage(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public Gateway start(GatewayBuilder settings) {
        Gateway started = settings.clock(clock).executor(Runnable::run).build();
        gateway = started;
        return started;
    }

    @Override
    public Wire connect(Optional<String> origin, Inbox inbox) {
        return LinkWire.open(started().providerPort(), new Peer.Remote(origin), inbox);
    }

    private Gateway started() {
        return Objects.requireNonNull(gateway, "the gateway has not been started");
    }

    @Override
    public Optional<ManualClock> clock() {
        return Optional.of(clock);
    }

    @Override
    public Duration patience() {
        return Duration.ZERO;
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.closeNow();
        }
    }
}
