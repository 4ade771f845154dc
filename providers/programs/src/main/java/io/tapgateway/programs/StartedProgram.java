package io.tapgateway.programs;

import java.util.function.IntConsumer;

/** A program that has been started. Thread-safe. */
public interface StartedProgram {
    /** The number of the process that holds it. */
    long pid();

    /** Calls {@code listener} once, on any thread, with the exit code when it has ended. */
    void onEnd(IntConsumer listener);

    /** Asks it and all it has started to end, and makes them after a few seconds; does not wait for that. */
    void stop();
}
