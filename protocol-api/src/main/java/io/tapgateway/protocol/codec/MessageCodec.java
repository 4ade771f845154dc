package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Text frames to messages and back. Immutable and thread-safe.
 *
 * <p>Strict about JSON (D-024), about the shape of known fields (D-030) and about unknown keys where ignoring one would
 * change what a safety rule means (D-006); lenient about everything unknown elsewhere. Byte limits are the transport's,
 * counts and sizes of single fields the gateway's.
 */
public final class MessageCodec {
    private final JsonLimits limits;

    private MessageCodec(JsonLimits limits) {
        this.limits = limits;
    }

    /** The codec for authenticated peers. */
    public static MessageCodec standard() {
        return new MessageCodec(JsonLimits.STANDARD);
    }

    /** The codec for peers that have not proved who they are: fewer members (T-23). */
    public static MessageCodec unauthenticated() {
        return new MessageCodec(JsonLimits.UNAUTHENTICATED);
    }

    /** Reads what a provider sent. */
    public Decoded<ProviderMessage> decodeProviderMessage(String text) {
        return decode(text, ProviderMessageReader.BY_TYPE);
    }

    /** Reads what a gateway sent. */
    public Decoded<GatewayMessage> decodeGatewayMessage(String text) {
        return decode(text, GatewayMessageReader.BY_TYPE);
    }

    /**
     * What can be told about a provider's frame of which only the beginning was kept, because it was too large (D-027).
     */
    public Decoded.Malformed<ProviderMessage> tooLarge(String head, long limitBytes) {
        return unreadable(ErrorCode.PAYLOAD_TOO_LARGE, "the message is larger than " + limitBytes + " bytes", head);
    }

    /** Writes a message as one JSON text, whoever sends it. */
    public static String encode(Message message) {
        return message instanceof ProviderMessage fromProvider
                ? encodeProviderMessage(fromProvider)
                : encodeGatewayMessage((GatewayMessage) message);
    }

    /** Writes what a provider sends. */
    public static String encodeProviderMessage(ProviderMessage message) {
        return JsonWriter.toText(message, ProviderMessageWriter::write);
    }

    /** Writes what a gateway sends. */
    public static String encodeGatewayMessage(GatewayMessage message) {
        return JsonWriter.toText(message, GatewayMessageWriter::write);
    }

    private <M extends Message> Decoded<M> decode(String text, Map<MessageType, Function<JsonObject, M>> readers) {
        Map<String, JsonValue> members;
        try {
            members = JsonValue.parseObject(text, limits).members();
        } catch (MalformedJson e) {
            return unreadable(ErrorCode.INVALID_JSON, e.reason(), text);
        }
        JsonValue type = members.getOrDefault(Traces.TYPE, JsonValue.NULL);
        if (type.kind() != JsonKind.STRING) {
            return malformed(ErrorCode.INVALID_JSON, new JsonFault("/type", "must be a string"), members);
        }
        Optional<Function<JsonObject, M>> reader =
                MessageType.of(type.asString()).map(readers::get);
        if (reader.isEmpty()) {
            Traces traces = Traces.of(members);
            return new Decoded.Unknown<>(traces.type().orElse(""), traces.correlation());
        }
        try {
            return new Decoded.Valid<>(reader.get().apply(JsonObject.ofMembers(members)));
        } catch (InvalidMessage fault) {
            return malformed(fault.code(), fault, members);
        } catch (JsonFault fault) {
            return malformed(ErrorCode.INVALID_JSON, fault, members);
        }
    }

    private static <M extends Message> Decoded.Malformed<M> malformed(
            ErrorCode code, JsonFault fault, Map<String, JsonValue> members) {
        Traces traces = Traces.of(members);
        return new Decoded.Malformed<>(code, String.valueOf(fault.getMessage()), traces.type(), traces.correlation());
    }

    private static <M extends Message> Decoded.Malformed<M> unreadable(ErrorCode code, String reason, String text) {
        Traces traces = Traces.inBroken(text);
        return new Decoded.Malformed<>(code, reason, traces.type(), traces.correlation());
    }
}
