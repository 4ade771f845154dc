package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a client asks for that takes its time. Immutable. */
public sealed interface ClientAsk {
    /** Calls the visitor's method for this. */
    <R> R accept(Visitor<R> visitor);

    /** What it says along with that. */
    default RequestMeta meta() {
        return RequestMeta.NONE;
    }

    /** What is asked, without what is said along with it: the same as long as only that is another one. */
    default JsonValue what() {
        return JsonValue.NULL;
    }

    /** Whether the client wants to hear something before the answer. */
    default boolean wantsReports() {
        return meta().wantsReports();
    }

    /** Whether what is answered could be kept by the client, and is answered with how long. */
    default boolean isOfWhatLasts() {
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

        R onListen(Listen ask);
    }

    /**
     * A page of the tools.
     *
     * @param cursor what the page before ended with; empty for the first
     */
    record ListTools(Optional<String> cursor) implements ClientAsk {
        @Override
        public boolean isOfWhatLasts() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListTools(this);
        }
    }

    /** What comes of the call of a tool. */
    record CallTool(CallParams params) implements ClientAsk {
        @Override
        public RequestMeta meta() {
            return params.meta();
        }

        @Override
        public JsonValue what() {
            return JsonValue.array(List.of(JsonValue.of(params.tool()), params.args()));
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onCallTool(this);
        }
    }

    /** A page of the resources. */
    record ListResources(Optional<String> cursor) implements ClientAsk {
        @Override
        public boolean isOfWhatLasts() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListResources(this);
        }
    }

    /** A page of the templates of addresses. */
    record ListTemplates(Optional<String> cursor) implements ClientAsk {
        @Override
        public boolean isOfWhatLasts() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListTemplates(this);
        }
    }

    /** The contents of a resource. */
    record ReadResource(String uri, RequestMeta meta) implements ClientAsk {
        @Override
        public JsonValue what() {
            return JsonValue.of(uri);
        }

        @Override
        public boolean isOfWhatLasts() {
            return true;
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
        public boolean isOfWhatLasts() {
            return true;
        }

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
        public JsonValue what() {
            return JsonValue.array(List.of(JsonValue.of(name), JsonValue.object(arguments)));
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

    /** News, for as long as the request is open. */
    record Listen(NewsFilter wanted) implements ClientAsk {
        @Override
        public boolean wantsReports() {
            return true;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onListen(this);
        }
    }
}
