package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Optional;

/** One message of JSON-RPC 2.0 as it was received (M-003). Immutable. */
public sealed interface RpcMessage {
    /** Calls the visitor's method for this kind of message. */
    <R> R accept(Visitor<R> visitor);

    /** One method per kind of message. */
    interface Visitor<R> {
        R onRequest(Request request);

        R onNotification(Notification notification);

        R onResponse(Response response);

        R onFaulty(Faulty faulty);
    }

    /**
     * Something to be done and answered.
     *
     * @param params an object
     */
    record Request(RpcId id, String method, JsonValue params) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRequest(this);
        }
    }

    /**
     * Something to be known and not answered.
     *
     * @param params an object; empty if the client sent anything else
     */
    record Notification(String method, JsonValue params) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onNotification(this);
        }
    }

    /** The answer to a request; the requests of servers are not served yet, so all of them are unknown. */
    record Response(RpcId id) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResponse(this);
        }
    }

    /**
     * What is no message.
     *
     * @param id of the request that it would be, as far as it could be read
     */
    record Faulty(Optional<RpcId> id, RpcError error) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFaulty(this);
        }
    }

    /** Reads a text. */
    static RpcMessage read(String text) {
        JsonValue message;
        try {
            message = JsonValue.parseObject(text, JsonLimits.STANDARD);
        } catch (MalformedJson e) {
            return new Faulty(Optional.empty(), otherThanObject(text, e));
        }
        JsonObject members = JsonObject.of(message);
        Optional<RpcId> id = message.get("id").flatMap(RpcId.READER::tryRead);
        try {
            return read(members, id);
        } catch (JsonFault fault) {
            return new Faulty(id, RpcError.noRequest(fault.pointer(), fault.reason()));
        }
    }

    private static RpcError otherThanObject(String text, MalformedJson reason) {
        try {
            return JsonValue.parse(text).kind() == JsonKind.ARRAY
                    ? RpcError.noRequest("Batches are not served; send each message by itself.")
                    : RpcError.noRequest("A message must be an object.");
        } catch (MalformedJson e) {
            return RpcError.unreadable(reason.reason());
        }
    }

    private static RpcMessage read(JsonObject members, Optional<RpcId> id) {
        members.required("jsonrpc", JsonReader.TEXT.where("2.0"::equals, "must be \"2.0\""));
        if (!members.has("method")) {
            boolean answer = members.has("result") || members.has("error");
            return answer && id.isPresent()
                    ? new Response(id.get())
                    : new Faulty(id, RpcError.noRequest("/method", "is required"));
        }
        String method = members.required("method", JsonReader.TEXT);
        Optional<JsonValue> params = members.optional("params", JsonReader.ANY);
        boolean readable = params.map(it -> it.kind() == JsonKind.OBJECT).orElse(true);
        if (!members.has("id")) {
            return new Notification(method, params.filter(it -> readable).orElse(JsonValue.EMPTY_OBJECT));
        }
        RpcId named = members.nullable("id", RpcId.READER);
        return readable
                ? new Request(named, method, params.orElse(JsonValue.EMPTY_OBJECT))
                : new Faulty(id, RpcError.invalidParams(new JsonFault("", "must be an object")));
    }
}
