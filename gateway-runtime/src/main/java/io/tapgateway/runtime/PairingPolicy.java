package io.tapgateway.runtime;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who may ask the user to be let in (D-053). Asked outside of the gateway's loop, on threads of transports and of the
 * gateway's executor; what it throws counts as {@link Mode#DENY}. Implementations are thread-safe and quick.
 */
@FunctionalInterface
public interface PairingPolicy {
    /** Whether and when somebody may ask. */
    enum Mode {
        /** Never. */
        DENY,
        /** Within a time that the user has opened with {@link Pairing#openWindow()}. */
        WINDOW,
        /** At any time. */
        ASK
    }

    /**
     * How the gateway treats somebody who wants to pair.
     *
     * @param origin the {@code Origin} of the page, as the browser sent it; empty for a local program
     */
    Mode modeFor(Optional<String> origin);

    /**
     * The usual policy (T-05): local programs and pages from this machine may ask, other pages need a window, because
     * every page that the user happens to visit can ask.
     */
    static PairingPolicy standard() {
        Pattern loopback = Pattern.compile("https?://(localhost|127\\.0\\.0\\.1|\\[::1])(:[0-9]{1,5})?");
        return origin -> origin.isEmpty() || loopback.matcher(origin.get()).matches() ? Mode.ASK : Mode.WINDOW;
    }

    /** The same for everybody. */
    static PairingPolicy always(Mode mode) {
        return origin -> mode;
    }
}
