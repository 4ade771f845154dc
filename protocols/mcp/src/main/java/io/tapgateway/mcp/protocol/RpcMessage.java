package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.Characters;
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

        R onResult(Result result);

        R onFailure(Failure failure);

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

    /** What has come of a request. */
    record Result(RpcId id, JsonValue value) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResult(this);
        }
    }

    /**
     * Why a request was not done.
     *
     * @param error as it was sent
     */
    record Failure(RpcId id, JsonValue error) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFailure(this);
        }

        /** Whether somebody has refused the request; what has not arrived has no code. */
        boolean isRefusal() {
            return error.get("code").isPresent();
        }

        /** Whether it is refused with that code. */
        boolean isOf(int code) {
            return error.get("code")
                    .filter(it -> it.kind() == JsonKind.NUMBER)
                    .flatMap(JsonValue::asWholeNumber)
                    .filter(it -> it == code)
                    .isPresent();
        }

        /** Whether it is refused since the head of the request does not say what it says. */
        public boolean isOfHead() {
            return isOf(RpcError.HEADER_MISMATCH);
        }

        /** The words of the error; empty if it has none. */
        public String message() {
            return error.get("message").flatMap(JsonReader.TEXT::tryRead).orElse("");
        }
    }

    /**
     * What is no message.
     *
     * @param id of the request that it would be, as far as it could be read
     * @param received what came instead
     */
    record Faulty(Optional<RpcId> id, RpcError error, Received received) implements RpcMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onFaulty(this);
        }
    }

    /**
     * A line, as far as people need to see it.
     *
     * @param beginning at most {@link #MOST_OF_BEGINNING} characters
     * @param length of all of it, in bytes; in characters if it could be read
     */
    record Received(String beginning, long length) {
        /** How much of it is kept. */
        static final int MOST_OF_BEGINNING = 200;

        static Received of(String text) {
            return new Received(Characters.beginning(text, MOST_OF_BEGINNING), text.length());
        }
    }

    /** Reads a text. */
    public static RpcMessage read(String text) {
        JsonValue message;
        try {
            message = JsonValue.parseObject(text, JsonLimits.STANDARD);
        } catch (MalformedJson e) {
            return new Faulty(Optional.empty(), otherThanObject(text, e), Received.of(text));
        }
        JsonObject members = JsonObject.of(message);
        Optional<RpcId> id = message.get("id").flatMap(RpcId.READER::tryRead);
        try {
            return read(members);
        } catch (JsonFault fault) {
            RpcError error = members.has("method") && fault.pointer().equals("/params")
                    ? RpcError.invalidParams(new JsonFault("", fault.reason()))
                    : RpcError.noRequest(fault.pointer(), fault.reason());
            return new Faulty(id, error, Received.of(text));
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

    private static RpcMessage read(JsonObject members) {
        members.required("jsonrpc", JsonReader.TEXT.where("2.0"::equals, "must be \"2.0\""));
        if (!members.has("method")) {
            return response(members);
        }
        String method = members.required("method", JsonReader.TEXT);
        if (!members.has("id")) {
            Optional<JsonValue> params = members.optional("params", JsonReader.ANY);
            return new Notification(
                    method, params.filter(it -> it.kind() == JsonKind.OBJECT).orElse(JsonValue.EMPTY_OBJECT));
        }
        RpcId id = members.nullable("id", RpcId.READER);
        return new Request(
                id, method, members.optional("params", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT));
    }

    private static RpcMessage response(JsonObject members) {
        if (!members.has("id") || !(members.has("result") || members.has("error"))) {
            throw new JsonFault("/method", "is required");
        }
        RpcId id = members.nullable("id", RpcId.READER);
        return members.isSet("error")
                ? new Failure(id, members.required("error", JsonReader.ANY))
                : new Result(id, members.nullable("result", JsonReader.ANY));
    }
}
