package io.tapgateway.agentserver.coworker;

import io.tapgateway.agentserver.coworker.ClientError.Code;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads what a client says, in the order of W-013. Stateless. */
final class ClientReader {
    private ClientReader() {}

    /**
     * The message; empty if it is none, and {@code refusal} is told what is wrong with it then. At most one complaint
     * is made (W-015).
     *
     * @param session the one that messages have to be about
     */
    static Optional<ClientMessage> read(String text, String session, Consumer<ClientError> refusal) {
        Optional<JsonValue> value = EcmaParser.parse(text);
        if (value.isEmpty()) {
            refusal.accept(ClientError.protocol(Code.INVALID_JSON, "Invalid JSON"));
            return Optional.empty();
        }
        if (value.get().kind() != JsonKind.OBJECT) {
            refusal.accept(ClientError.protocol(Code.INVALID_PAYLOAD, "Expected object"));
            return Optional.empty();
        }
        return message(value.get(), session, refusal);
    }

    private static Optional<ClientMessage> message(JsonValue body, String session, Consumer<ClientError> refusal) {
        Optional<String> name =
                body.get("type").filter(it -> it.kind() == JsonKind.STRING).map(JsonValue::asString);
        if (name.isEmpty()) {
            refusal.accept(ClientError.protocol(Code.MISSING_TYPE, "Missing type"));
            return Optional.empty();
        }
        Optional<ClientMessageType> type = ClientMessageType.of(name.get());
        if (type.isEmpty()) {
            refusal.accept(ClientError.protocol(Code.UNKNOWN_TYPE, "Unknown type: " + EcmaText.echo(name.get())));
            return Optional.empty();
        }
        Optional<String> fault = type.get().fault(body);
        if (fault.isPresent()) {
            refusal.accept(ClientError.protocol(Code.VALIDATION_FAILED, fault.get()));
            return Optional.empty();
        }
        ClientMessage message = new ClientMessage(type.get(), body);
        if (type.get() != ClientMessageType.CLIENT_HELLO
                && !message.text("sessionId").equals(session)) {
            refusal.accept(ClientError.protocol(
                    Code.UNKNOWN_SESSION, "Unknown sessionId: " + EcmaText.echo(message.text("sessionId"))));
            return Optional.empty();
        }
        return Optional.of(message);
    }
}
