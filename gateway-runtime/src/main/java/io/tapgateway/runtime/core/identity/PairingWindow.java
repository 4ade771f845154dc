package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The time in which everybody may ask to pair, opened by the user (D-053, T-05). Confined to the loop. */
public final class PairingWindow {
    private final Kernel kernel;
    private long end;

    PairingWindow(Kernel kernel) {
        this.kernel = kernel;
        this.end = kernel.now();
    }

    /** Opens it for the usual time. */
    public void open() {
        open(Duration.ofMillis(kernel.limit(Limit.PAIRING_WINDOW)));
    }

    /** Opens it, or gives it a new end. */
    public void open(Duration length) {
        end = kernel.now() + length.toNanos();
    }

    /** Ends it. */
    public void close() {
        end = kernel.now();
    }

    boolean isOpen() {
        return kernel.now() - end < 0;
    }

    /** When it ends, if it is open. */
    Optional<Instant> closesAt() {
        return isOpen() ? Optional.of(kernel.wall().plusNanos(end - kernel.now())) : Optional.empty();
    }
}
