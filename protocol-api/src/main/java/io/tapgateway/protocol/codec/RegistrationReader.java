package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.Identifiers.INSTANCE_NAME;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.codec.Identifiers.REQUEST_ID;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.codec.Identifiers.TOOL_NAME;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Reads the messages by which a provider makes itself known and changes what it contributes. Stateless. */
final class RegistrationReader {
    static final Set<String> CONCURRENCY_KEYS = Set.of("max", "scope");

    private static final JsonReader<List<ToolDefinition>> TOOLS = list(object(RegistrationReader::tool));
    private static final JsonReader<Concurrency> CONCURRENCY = object(RegistrationReader::concurrency);

    private RegistrationReader() {}

    /** Exactly one credential; every other case is a failed authentication, not a malformed message (D-038). */
    static Auth auth(JsonObject fields) {
        boolean token = fields.isSet("token");
        boolean mode = fields.isSet("mode");
        if (token == mode) {
            throw new InvalidMessage(ErrorCode.AUTH_FAILED, "", "needs either a token or mode \"pair\"");
        }
        return new Auth(token ? token(fields) : pair(fields));
    }

    private static Auth.Credential token(JsonObject fields) {
        JsonValue token = fields.required("token", JsonReader.ANY);
        if (token.kind() != JsonKind.STRING) {
            throw new InvalidMessage(ErrorCode.AUTH_FAILED, "/token", "must be a string");
        }
        return new Auth.Credential.Token(token.asString());
    }

    private static Auth.Credential pair(JsonObject fields) {
        if (!fields.required("mode", JsonReader.ANY).equals(JsonValue.of("pair"))) {
            throw new InvalidMessage(ErrorCode.AUTH_FAILED, "/mode", "must be \"pair\"");
        }
        return new Auth.Credential.Pair(fields.optional("name", PROVIDER_NAME));
    }

    /** People type codes in groups; anything else than six digits is simply a wrong code (D-048). */
    static AuthConfirm authConfirm(JsonObject fields) {
        return new AuthConfirm(fields.required("code", TEXT).replace(" ", "").replace("-", ""));
    }

    static Hello hello(JsonObject fields) {
        requireVersion(fields);
        return new Hello(
                new Hello.Identity(fields.required("name", PROVIDER_NAME), fields.optional("instance", INSTANCE_NAME)),
                fields.optional("session", SESSION_ID),
                fields.optional("reconnectToken", TEXT),
                new Hello.Contribution(
                        fields.optional("tools", TOOLS),
                        fields.optional("hooks", object(HookReader::hooks)),
                        fields.optional("subscribe", list(TEXT)),
                        fields.optional("concurrency", CONCURRENCY),
                        new Hello.Texts(fields.optional("context", TEXT), fields.optional("startup_context", TEXT)),
                        fields.optional("metadata", OBJECT),
                        fields.flag("content")));
    }

    /** The first thing looked at, since another version may give everything else another meaning (D-009). */
    static void requireVersion(JsonObject fields) {
        boolean supported = fields.optional("protocolVersion", JsonReader.ANY)
                .filter(version -> version.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .filter(version -> version == HelloAck.PROTOCOL_VERSION)
                .isPresent();
        if (!supported) {
            throw new InvalidMessage(
                    ErrorCode.UNSUPPORTED_VERSION, "/protocolVersion", "must be " + HelloAck.PROTOCOL_VERSION);
        }
    }

    private static ToolDefinition tool(JsonObject fields) {
        return new ToolDefinition(
                fields.required("name", TOOL_NAME),
                fields.required("description", TEXT),
                fields.optional("parameters", OBJECT).orElse(JsonValue.EMPTY_OBJECT),
                timeout(fields),
                ToolProfileJson.read(fields));
    }

    /** Milliseconds, but rounded up rather than refused when they have a fraction (D-136). */
    private static OptionalLong timeout(JsonObject fields) {
        if (!fields.isSet("timeout")) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(fields.required("timeout", value -> {
            if (value.kind() != JsonKind.NUMBER) {
                throw new JsonFault("", "must be a positive number of milliseconds");
            }
            return (long) Math.ceil(value.asDouble());
        }));
    }

    private static Concurrency concurrency(JsonObject fields) {
        fields.allowOnly(CONCURRENCY_KEYS);
        long max = fields.required("max", WHOLE_NUMBER);
        return new Concurrency(
                (int) Math.max(0, Math.min(max, Integer.MAX_VALUE)),
                fields.optional("scope", Words.SCOPE).orElse(Concurrency.Scope.INSTANCE));
    }

    /** Whether {@code tools} is the whole list or a change is told by what else is there (D-103). */
    static ToolsUpdate toolsUpdate(JsonObject fields) {
        boolean delta = fields.isSet("remove") || fields.isSet("requestId");
        ToolsUpdate.Mode mode = fields.optional("mode", Words.UPDATE_MODE)
                .orElse(delta ? ToolsUpdate.Mode.DELTA : ToolsUpdate.Mode.REPLACE);
        if (!fields.isSet("tools") && (mode == ToolsUpdate.Mode.REPLACE || !fields.isSet("remove"))) {
            throw new JsonFault("/tools", "is required unless something is removed");
        }
        return new ToolsUpdate(
                fields.optional("requestId", REQUEST_ID),
                fields.optional("sessionId", SESSION_ID),
                mode,
                fields.optional("tools", TOOLS).orElse(List.of()),
                fields.optional("remove", list(TOOL_NAME)).orElse(List.of()));
    }

    /** Rules that stand elsewhere than at the top level would silently not be installed (D-105). */
    static HooksUpdate hooksUpdate(JsonObject fields) {
        if (!fields.isSet("onPreToolUse") && !fields.isSet("transforms")) {
            throw new JsonFault("", "neither onPreToolUse nor transforms is present at the top level");
        }
        return new HooksUpdate(
                fields.optional("requestId", REQUEST_ID),
                fields.optional("sessionId", SESSION_ID),
                HookReader.hooks(fields));
    }

    /** Here {@code null} does not mean absent: it clears, as the empty text does (D-106). */
    static ContextUpdate contextUpdate(JsonObject fields) {
        return new ContextUpdate(
                fields.optional("requestId", REQUEST_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.nullable("context", value -> value.kind() == JsonKind.NULL ? "" : TEXT.read(value)));
    }
}
