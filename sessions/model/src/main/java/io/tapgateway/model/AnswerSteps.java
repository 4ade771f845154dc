package io.tapgateway.model;

import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.TurnStop;
import java.util.Optional;

/**
 * Asks whoever intercepts a session about the answers of one turn, and tells them how each ends (Z-072 – Z-080).
 * Confined to the agent's thread.
 */
final class AnswerSteps {
    private final GatewaySession session;
    private int step;
    private boolean open;

    AnswerSteps(GatewaySession session) {
        this.session = session;
    }

    /** The model is about to be asked; why it must not be, if so. */
    Optional<String> begin() throws InterruptedException {
        step++;
        open = true;
        return Waiting.on(session.beforeTurn(step));
    }

    /** Whether what the model says is to be held back until it is complete, because somebody may change it. */
    boolean holdBack() {
        return session.intercepts(InterceptorInterest.TEXTS);
    }

    /** What is to be shown of what the model has said. */
    String shown(String text) throws InterruptedException {
        return Waiting.on(session.beforeShown(text));
    }

    /** The answer is done with, and the tools that it wanted; harmless if none is open. */
    void end(TurnStop stop, Optional<String> error) {
        if (open) {
            open = false;
            session.turnEnded(stop, error);
        }
    }
}
