package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/** What a server does about a message. Immutable. */
public sealed interface Reaction {
    /** Calls the visitor's method for this reaction. */
    <R> R accept(Visitor<R> visitor);

    /** One method per reaction. */
    interface Visitor<R> {
        R onIgnore(Ignore ignore);

        R onAnswer(Answer answer);

        R onReject(Reject rejection);

        R onWelcome(Welcome welcome);

        R onServe(Serve request);

        R onCancel(Cancel cancel);

        R onReady(Ready ready);

        R onConclude(Conclude conclusion);
    }

    /** Nothing. */
    record Ignore() implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onIgnore(this);
        }
    }

    /** Sends a text, and that is all. */
    record Answer(String text) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAnswer(this);
        }
    }

    /** Sends a text: what has come is nothing that is served, whoever asks. */
    record Reject(HttpRefusal refusal) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReject(this);
        }
    }

    /** Sends a text, and has met its client: what follows are requests. */
    record Welcome(String text, ClientInfo client, McpRevision revision) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onWelcome(this);
        }
    }

    /**
     * Does what takes its time, and answers with what has come of it.
     *
     * @param client whose request it is
     */
    record Serve(OpenRequest request, ClientAsk ask, ClientInfo client) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onServe(this);
        }
    }

    /** Stops a request, which is not answered any more (M-024). */
    record Cancel(OpenRequest request) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCancel(this);
        }
    }

    /** Says what has waited until now: the client may be told, and asked. */
    record Ready() implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReady(this);
        }
    }

    /**
     * Goes on with what the client has answered to a request of the server.
     *
     * @param request its number
     * @param result empty if the client refuses
     */
    record Conclude(long request, Optional<JsonValue> result) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onConclude(this);
        }
    }
}
