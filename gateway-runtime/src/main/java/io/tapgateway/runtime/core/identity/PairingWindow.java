package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time, opened by the user, in which somebody may ask to pair who needs that: one origin, the first that asks
 * (D-053, T-05, T-56). Confined to the loop.
 */
public final class PairingWindow {
    private final Kernel kernel;
    private long end;

    /** The origin that has asked, all programs without one being one of them; empty as long as nobody has. */
    private Optional<Optional<String>> holder = Optional.empty();

    PairingWindow(Kernel kernel) {
        this.kernel = kernel;
        this.end = kernel.now();
    }

    /** Opens it for the usual time. */
    public void open() {
        open(Duration.ofMillis(kernel.limit(Limit.PAIRING_WINDOW)));
    }

    /** Opens it anew, for whoever asks first. */
    public void open(Duration length) {
        end = kernel.now() + length.toNanos();
        holder = Optional.empty();
    }

    /** Ends it. */
    public void close() {
        end = kernel.now();
    }

    boolean isOpen() {
        return kernel.now() - end < 0;
    }

    /** Whether it is open, and for that origin. */
    boolean isFor(Optional<String> origin) {
        return isOpen() && holder.orElse(origin).equals(origin);
    }

    /** That origin has asked in it. */
    void take(Optional<String> origin) {
        holder = Optional.of(origin);
    }

    /** When it ends, if it is open. */
    Optional<Instant> closesAt() {
        return isOpen() ? Optional.of(kernel.wall().plusNanos(end - kernel.now())) : Optional.empty();
    }
}
