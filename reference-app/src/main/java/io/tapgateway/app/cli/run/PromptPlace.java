package io.tapgateway.app.cli.run;

/** Where the person at the prompt is. Changed on the main thread only; thread-safe for readers. */
final class PromptPlace {
    private volatile String session;
    private volatile boolean left;

    PromptPlace(String session) {
        this.session = session;
    }

    String session() {
        return session;
    }

    void go(String other) {
        session = other;
    }

    boolean hasLeft() {
        return left;
    }

    void leave() {
        left = true;
    }
}
