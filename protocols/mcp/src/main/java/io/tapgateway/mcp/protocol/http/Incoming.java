package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.RpcId;
import io.tapgateway.mcp.protocol.RpcMessage;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What the way a message has come needs to know of it. Stateless. */
final class Incoming {
    private static final int MOST_REASON = 500;
    private static final Answered ANSWERED = new Answered();

    private Incoming() {}

    /** The request that a message answers, if it answers one. */
    static Optional<RpcId> answered(RpcMessage message) {
        return message.accept(ANSWERED);
    }

    /** What stands for an answer where none can come any more. */
    static RpcMessage.Failure undelivered(RpcId request, String reason) {
        return new RpcMessage.Failure(request, JsonValue.object(Map.of("message", JsonValue.of(reason))));
    }

    /** The revision that the result of a handshake names; empty if it is none that can be named in turn. */
    static Optional<String> revision(RpcMessage message) {
        return message.accept(new Revision()).filter(HeaderText::isId);
    }

    /** What stands for an answer where an error has come with a status, be it an answer to this or to nothing. */
    static Optional<RpcMessage.Failure> refused(RpcId request, String body, int status) {
        return error(body)
                .flatMap(error -> words(error).map(words -> {
                    Map<String, JsonValue> members = new LinkedHashMap<>(error.members());
                    members.put("message", JsonValue.of(words + " (HTTP status " + status + ")"));
                    return new RpcMessage.Failure(request, JsonValue.object(members));
                }));
    }

    private static Optional<JsonValue> error(String body) {
        try {
            return JsonReader.OBJECT
                    .tryRead(JsonValue.parse(body))
                    .flatMap(it -> it.get("error"))
                    .flatMap(JsonReader.OBJECT::tryRead);
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private static Optional<String> words(JsonValue error) {
        return error.get("message")
                .flatMap(JsonReader.TEXT::tryRead)
                .filter(it -> !it.isBlank())
                .map(it -> it.substring(0, Math.min(it.length(), MOST_REASON)));
    }

    /** Nothing but the result of a request is of interest. */
    private static final class Revision implements RpcMessage.Visitor<Optional<String>> {
        @Override
        public Optional<String> onResult(RpcMessage.Result result) {
            return JsonReader.OBJECT
                    .tryRead(result.value())
                    .flatMap(it -> it.get("protocolVersion"))
                    .flatMap(JsonReader.TEXT::tryRead);
        }

        @Override
        public Optional<String> onRequest(RpcMessage.Request request) {
            return Optional.empty();
        }

        @Override
        public Optional<String> onNotification(RpcMessage.Notification notification) {
            return Optional.empty();
        }

        @Override
        public Optional<String> onFailure(RpcMessage.Failure failure) {
            return Optional.empty();
        }

        @Override
        public Optional<String> onFaulty(RpcMessage.Faulty faulty) {
            return Optional.empty();
        }
    }

    /** Takes messages apart. Stateless. */
    private static final class Answered implements RpcMessage.Visitor<Optional<RpcId>> {
        @Override
        public Optional<RpcId> onRequest(RpcMessage.Request request) {
            return Optional.empty();
        }

        @Override
        public Optional<RpcId> onNotification(RpcMessage.Notification notification) {
            return Optional.empty();
        }

        @Override
        public Optional<RpcId> onResult(RpcMessage.Result result) {
            return Optional.of(result.id());
        }

        @Override
        public Optional<RpcId> onFailure(RpcMessage.Failure failure) {
            return Optional.of(failure.id());
        }

        @Override
        public Optional<RpcId> onFaulty(RpcMessage.Faulty faulty) {
            return Optional.empty();
        }
    }
}
