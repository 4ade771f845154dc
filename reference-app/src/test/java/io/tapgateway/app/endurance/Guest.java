package io.tapgateway.app.endurance;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A program with one tool that comes back with its reconnect token whenever it was cut off. Confined to one connection at a time. */
final class Guest {
    private final String name;
    private final String token;
    private Optional<String> reconnectToken = Optional.empty();
    private Optional<WebSocket> socket = Optional.empty();

    Guest(String name, String token) {
        this.name = name;
        this.token = token;
    }

    /** Connects; completes with its provider's id, or with what it was told instead. */
    CompletableFuture<String> connect(HttpClient http, URI gateway) {
        CompletableFuture<String> bound = new CompletableFuture<>();
        var unused = http.newWebSocketBuilder()
                .buildAsync(gateway, new Conversation(bound))
                .whenComplete((opened, failure) -> {
                    if (failure != null) {
                        bound.completeExceptionally(failure);
                    }
                });
        return bound;
    }

    /** Cuts the connection without a word. */
    void drop() {
        socket.ifPresent(WebSocket::abort);
    }

    private String hello() {
        String restore =
                reconnectToken.map(it -> ",\"reconnectToken\":\"" + it + "\"").orElse("");
        return "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"" + name + "\"" + restore
                + ",\"tools\":[{\"name\":\"tool-" + name + "\",\"description\":\"d\"}]}";
    }

    private final class Conversation implements WebSocket.Listener {
        private final CompletableFuture<String> bound;
        private final StringBuilder parts = new StringBuilder();

        Conversation(CompletableFuture<String> bound) {
            this.bound = bound;
        }

        @Override
        public void onOpen(WebSocket opened) {
            socket = Optional.of(opened);
            say(opened, "{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            opened.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                String text = parts.toString();
                parts.setLength(0);
                hear(from, text);
            }
            from.request(1);
            return null;
        }

        private void say(WebSocket to, String text) {
            var unused = to.sendText(text, true).whenComplete((sent, failure) -> {
                if (failure != null) {
                    bound.completeExceptionally(failure);
                }
            });
        }

        private void hear(WebSocket from, String text) {
            try {
                JsonValue message = JsonValue.parse(text);
                switch (message.get("type").orElseThrow().asString()) {
                    case "sessions" -> say(from, hello());
                    case "hello.ack" -> {
                        reconnectToken = message.get("reconnectToken").map(JsonValue::asString);
                        bound.complete(message.get("providerId").orElseThrow().asString());
                    }
                    case "error" -> bound.completeExceptionally(new IllegalStateException(text));
                    default -> {}
                }
            } catch (MalformedJson e) {
                bound.completeExceptionally(e);
            }
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            bound.completeExceptionally(new IllegalStateException("closed with " + code));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            bound.completeExceptionally(error);
        }
    }
}
