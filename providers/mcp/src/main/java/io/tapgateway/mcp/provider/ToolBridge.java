package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.ToolProfile;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What tools of a server are as tools of a session: their names and definitions, as far as a session can have them
 * (M-062). Immutable.
 */
final class ToolBridge {
    /** How much of a name that is too long is kept. */
    private static final int KEPT = 55;

    private static final int MOST_DESCRIPTION = (int) Limit.TOOL_DESCRIPTION.standard();
    private static final int MOST_TITLE = (int) Limit.TOOL_TITLE.standard();
    private static final int MOST_SCHEMA = (int) Limit.TOOL_PARAMETERS.standard();
    private static final int DEEPEST = (int) Limit.TOOL_PARAMETERS_DEPTH.standard();

    private final ProviderName key;
    private final Optional<Duration> timeout;

    ToolBridge(ProviderName key, Optional<Duration> timeout) {
        this.key = key;
        this.timeout = timeout;
    }

    /** What a tool of the server is called in the session. */
    String name(String tool, boolean prefix) {
        String wanted = prefix ? key + "_" + tool : tool;
        StringBuilder name = new StringBuilder(wanted.length());
        wanted.codePoints().forEach(c -> name.append(isAllowed(c) ? (char) c : '_'));
        return name.length() <= ToolName.MAX_LENGTH
                ? name.toString()
                : name.substring(0, KEPT) + "_" + Sha256.brief(wanted);
    }

    /**
     * A tool of the session.
     *
     * @throws JsonFault if the session cannot have it
     */
    ToolDefinition definition(JsonValue tool, boolean prefix) {
        JsonObject in = JsonObject.of(tool);
        String own = in.required("name", JsonReader.TEXT);
        Optional<String> title = in.optional("title", JsonReader.TEXT)
                .map(it ->
                        Utf8Length.beginning(it.replaceAll("\\p{Cntrl}+", " ").strip(), MOST_TITLE))
                .filter(it -> !it.isBlank());
        String description = Stream.concat(in.optional("description", JsonReader.TEXT).stream(), title.stream())
                .filter(it -> !it.isBlank())
                .findFirst()
                .orElse(own);
        JsonValue parameters = in.optional("inputSchema", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT);
        requireSize("/inputSchema", parameters);
        ToolProfile said = profile(in);
        return new ToolDefinition(
                new ToolName(name(own, prefix)),
                Utf8Length.beginning(description, MOST_DESCRIPTION),
                parameters,
                timeout.map(it -> OptionalLong.of(it.toMillis())).orElse(OptionalLong.empty()),
                new ToolProfile(title, said.outputSchema(), said.annotations()));
    }

    /** What is said besides is taken if it can be: a tool is none the worse without. */
    private static ToolProfile profile(JsonObject in) {
        JsonValue hints = in.optional("annotations", JsonReader.OBJECT::tryRead)
                .flatMap(it -> it)
                .orElse(JsonValue.EMPTY_OBJECT);
        ToolProfile said = read(JsonObject.ofMembers(Map.of("annotations", hints)));
        Optional<JsonValue> schema = in.optional("outputSchema", JsonReader.ANY).filter(ToolBridge::isUsable);
        return new ToolProfile(Optional.empty(), schema, said.annotations());
    }

    private static ToolProfile read(JsonObject in) {
        try {
            return ToolProfileJson.read(in);
        } catch (JsonFault fault) {
            return ToolProfile.NONE;
        }
    }

    private static boolean isUsable(JsonValue schema) {
        try {
            requireSize("/outputSchema", schema);
            return ToolProfile.NONE.withOutputSchema(schema).outputSchema().isPresent();
        } catch (IllegalArgumentException fault) {
            return false;
        }
    }

    private static void requireSize(String pointer, JsonValue schema) {
        if (!schema.fitsInto(MOST_SCHEMA)) {
            throw new JsonFault(pointer, "has more than " + MOST_SCHEMA + " bytes");
        }
        if (isDeeperThan(DEEPEST, schema)) {
            throw new JsonFault(pointer, "has more than " + DEEPEST + " levels");
        }
    }

    private static boolean isDeeperThan(int levels, JsonValue value) {
        Stream<JsonValue> parts = value.kind() == JsonKind.OBJECT
                ? value.members().values().stream()
                : value.kind() == JsonKind.ARRAY ? value.elements().stream() : Stream.empty();
        boolean container = value.kind() == JsonKind.OBJECT || value.kind() == JsonKind.ARRAY;
        return container && (levels == 0 || parts.anyMatch(part -> isDeeperThan(levels - 1, part)));
    }

    private static boolean isAllowed(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
