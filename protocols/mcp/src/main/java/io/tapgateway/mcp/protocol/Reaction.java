package io.tapgateway.mcp.protocol;

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

        R onListTools(ListTools request);

        R onCallTool(CallTool request);

        R onCancel(Cancel cancel);
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

    /** Sends a text: what has come is no message. */
    record Reject(String text) implements Reaction {
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
     * Answers with a page of its tools.
     *
     * @param cursor what the page before ended with; empty for the first
     */
    record ListTools(OpenRequest request, Optional<String> cursor) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListTools(this);
        }
    }

    /** Calls a tool, and answers with what has come of it. */
    record CallTool(OpenRequest request, CallParams params) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCallTool(this);
        }
    }

    /** Stops a request, which is not answered any more (M-024). */
    record Cancel(OpenRequest request) implements Reaction {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCancel(this);
        }
    }
}
