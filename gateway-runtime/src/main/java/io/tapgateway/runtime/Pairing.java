package io.tapgateway.runtime;

import java.time.Duration;

/**
 * How the user of a gateway governs who may be let in by a code (D-046 – D-053). The codes themselves appear only as
 * {@link TimelineEntry.Level#PAIRING} in the timeline of the session concerned, by {@link SessionHost#log}.
 * Thread-safe.
 */
public interface Pairing {
    /**
     * Lets somebody whose mode is {@link PairingPolicy.Mode#WINDOW} ask, for two minutes: the origin that asks first
     * has the window for itself, and the timeline names it (T-56).
     */
    void openWindow();

    /**
     * The same for another time; a window that is open already gets the new end, and is again for whoever asks first.
     *
     * @throws IllegalArgumentException if {@code length} is not positive or longer than an hour
     */
    void openWindow(Duration length);

    /** Ends the window: nobody can ask by it any more. Codes that have been shown keep working. */
    void closeWindow();

    /** Turns down everybody who has been given a code and has not confirmed it yet (D-052). */
    void cancel();

    /** Ends the lock-out after wrong codes and every mute of an origin (D-050, D-052). */
    void unlock();

    /** How things stand. */
    PairingStatus status();
}
