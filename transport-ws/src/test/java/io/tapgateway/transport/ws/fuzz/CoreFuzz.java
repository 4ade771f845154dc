package io.tapgateway.transport.ws.fuzz;

/**
 * Any sequence of connections, messages, pauses and wishes of the host leaves the gateway whole: no fault, no answer
 * that is no message, no secret, and a proper provider that still answers (I-58, T-28). The input is read as steps of a
 * {@link Scene}.
 */
public final class CoreFuzz {
    private static final int MOST_STEPS = 60;

    private CoreFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Steps steps = new Steps(input);
        try (Scene scene = new Scene()) {
            for (int i = 0; i < MOST_STEPS && steps.hasNext(); i++) {
                scene.play(steps);
            }
            scene.end();
        }
    }
}
