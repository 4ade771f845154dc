package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.ParkedFrame;
import io.tapgateway.runtime.core.state.Registration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An undecided {@code hello}: what it waits for, until when, and the frames that were parked behind it. Confined to the
 * loop.
 */
final class OpenHello {
    private final Connection connection;
    private final Hello hello;
    private final Optional<Registration> holder;
    private final Optional<Path> directory;
    private final Timers.Timer timer;
    private final List<ParkedFrame> frames = new ArrayList<>();
    private long bytes;

    private OpenHello(
            Connection connection,
            Hello hello,
            Optional<Registration> holder,
            Optional<Path> directory,
            Timers.Timer timer) {
        this.connection = connection;
        this.hello = hello;
        this.holder = holder;
        this.directory = directory;
        this.timer = timer;
    }

    /** It claims an identity whose holder may be dead. */
    static OpenHello awaitingSignOfLife(Connection connection, Hello hello, Registration holder, Timers.Timer timer) {
        return new OpenHello(connection, hello, Optional.of(holder), Optional.empty(), timer);
    }

    /** It is accepted once its provider's directory is there, or cannot be. */
    static OpenHello awaitingDirectory(Connection connection, Hello hello, Path directory, Timers.Timer timer) {
        return new OpenHello(connection, hello, Optional.empty(), Optional.of(directory), timer);
    }

    Connection connection() {
        return connection;
    }

    Hello hello() {
        return hello;
    }

    /** Ends the wait. */
    Timers.Timer timer() {
        return timer;
    }

    /** Whether it waits for a sign of life on that connection. */
    boolean claimsFrom(Connection other) {
        return holder.filter(it -> it.connection() == other).isPresent();
    }

    /** Whether the holder it waits for still has the identity. */
    boolean isHeld() {
        return holder.filter(Registration::isCurrent).isPresent();
    }

    /** Whether it waits for that directory. */
    boolean awaits(Path prepared) {
        return directory.equals(Optional.of(prepared));
    }

    /** Keeps a frame; false if more wait already than a peer may send at once (D-231). */
    boolean park(ParkedFrame frame, Limits limits) {
        bytes += frame.bytes();
        if (frames.size() >= limits.get(Limit.MESSAGE_BURST) || bytes > limits.get(Limit.INBOUND_BYTES_PER_SECOND)) {
            return false;
        }
        frames.add(frame);
        return true;
    }

    /** The frames that wait, in order. */
    List<ParkedFrame> frames() {
        return frames;
    }
}
