package io.tapgateway.transport.ws.fuzz;

/** What all targets say when a promise is broken. */
public final class Checks {
    private Checks() {}

    /** Fails with the promise that was broken. */
    public static void require(boolean kept, String otherwise) {
        if (!kept) {
            throw new AssertionError(otherwise);
        }
    }
}
