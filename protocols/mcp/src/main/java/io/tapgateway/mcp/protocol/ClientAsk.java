package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;

/** What a client asks for that takes its time. Immutable. */
public sealed interface ClientAsk {
    /** Calls the visitor's method for this. */
    <R> R accept(Visitor<R> visitor);

    /** Whether the client wants to hear how far it is. */
    default boolean wantsReports() {
        return false;
    }

    /** One method for each. */
    interface Visitor<R> {
        R onListTools(ListTools ask);

        R onCallTool(CallTool ask);

        R onListResources(ListResources ask);

        R onListTemplates(ListTemplates ask);

        R onReadResource(ReadResource ask);

        R onFollow(Follow ask);

        R onListPrompts(ListPrompts ask);

        R onGetPrompt(GetPrompt ask);

        R onComplete(Complete ask);
    }

    /**
     * A page of the tools.
     *
     * @param cursor what the page before ended with; empty for the first
     */
    record ListTools(Optional<String> cursor) implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListTools(this);
        }
    }

    /** What comes of the call of a tool. */
    record CallTool(CallParams params) implements ClientAsk {
        @Override
        public boolean wantsReports() {
            return params.meta().progressToken().isPresent();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCallTool(this);
        }
    }

    /** A page of the resources. */
    record ListResources(Optional<String> cursor) implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListResources(this);
        }
    }

    /** A page of the templates of addresses. */
    record ListTemplates(Optional<String> cursor) implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListTemplates(this);
        }
    }

    /** The contents of a resource. */
    record ReadResource(String uri, RequestMeta meta) implements ClientAsk {
        @Override
        public boolean wantsReports() {
            return meta.progressToken().isPresent();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onReadResource(this);
        }
    }

    /**
     * News of a resource.
     *
     * @param wanted whether from now on; no longer otherwise
     */
    record Follow(String uri, boolean wanted) implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFollow(this);
        }
    }

    /** A page of the prompts. */
    record ListPrompts(Optional<String> cursor) implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListPrompts(this);
        }
    }

    /** The messages of a prompt. */
    record GetPrompt(String name, Map<String, JsonValue> arguments, RequestMeta meta) implements ClientAsk {
        public GetPrompt {
            arguments = Map.copyOf(arguments);
        }

        @Override
        public boolean wantsReports() {
            return meta.progressToken().isPresent();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onGetPrompt(this);
        }
    }

    /**
     * What an argument may be.
     *
     * @param subject the name of a prompt, or the address of a resource
     * @param ofPrompt which of the two
     * @param argument its name, and what of it is there
     * @param context the other arguments, as sent
     */
    record Complete(String subject, boolean ofPrompt, JsonValue argument, Optional<JsonValue> context)
            implements ClientAsk {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onComplete(this);
        }
    }
}
