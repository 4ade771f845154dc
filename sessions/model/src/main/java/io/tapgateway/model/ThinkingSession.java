package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import java.util.concurrent.CompletionStage;

/** A session in which somebody thinks: what the user says and stops reaches the agent as well. Thread-safe. */
final class ThinkingSession extends ForwardingSession {
    private final ThinkingAgent agent;

    ThinkingSession(GatewaySession session, ThinkingAgent agent) {
        super(session);
        this.agent = agent;
    }

    @Override
    public void publish(SessionHostEvent event) {
        super.publish(event);
        if (event.name().equals(SessionHostEvent.USER_MESSAGE)) {
            event.data().get("content").flatMap(JsonReader.TEXT::tryRead).ifPresent(agent::hear);
        }
    }

    @Override
    public void interrupt() {
        agent.stop();
        super.interrupt();
    }

    /** The agent has no part in it any more. */
    @Override
    public void resume(SessionHost next) {
        super.resume(next);
        agent.closed();
    }

    @Override
    public CompletionStage<Void> close() {
        agent.closed();
        return super.close();
    }
}
