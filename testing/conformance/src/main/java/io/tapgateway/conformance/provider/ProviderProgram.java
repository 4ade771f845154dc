package io.tapgateway.conformance.provider;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A provider under test: a program that can be started again and again. Thread-safe. */
@FunctionalInterface
public interface ProviderProgram {
    /**
     * Starts it.
     *
     * @param environment what it finds besides what is there anyway: where the gateway and the token are
     * @throws IOException if it cannot be started
     */
    Run start(Map<String, String> environment) throws IOException;

    /** A provider that runs. Thread-safe. */
    interface Run extends AutoCloseable {
        /** Asks it to end, as a user would. */
        void stop();

        /** Whether it ends within that time. */
        boolean awaitEnd(Duration atMost);

        /** What it has printed so far, errors included. */
        String printed();

        /** Ends it at once. */
        @Override
        void close();
    }
}
