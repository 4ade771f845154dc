package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.json.JsonReader.FLAG;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ToolAnnotations;
import io.tapgateway.protocol.model.ToolProfile;

/** What is said of a tool, as members of the tool: the same for providers, hosts and programs. Stateless. */
public final class ToolProfileJson {
    private static final JsonReader<ToolAnnotations> ANNOTATIONS = object(in -> new ToolAnnotations(
            in.optional("readOnlyHint", FLAG),
            in.optional("destructiveHint", FLAG),
            in.optional("idempotentHint", FLAG),
            in.optional("openWorldHint", FLAG)));

    private ToolProfileJson() {}

    /** The members {@code title}, {@code outputSchema} and {@code annotations}, as far as there are any. */
    public static JsonWriter write(JsonWriter out, ToolProfile profile) {
        out.text("title", profile.title()).value("outputSchema", profile.outputSchema());
        return profile.annotations().isEmpty()
                ? out
                : out.object("annotations", profile.annotations(), ToolProfileJson::annotations);
    }

    /** Reads what {@link #write} writes. */
    public static ToolProfile read(JsonObject in) {
        ToolProfile said = new ToolProfile(
                in.optional("title", TEXT),
                in.optional("outputSchema", OBJECT),
                in.optional("annotations", ANNOTATIONS).orElse(ToolAnnotations.NONE));
        return said.equals(ToolProfile.NONE) ? ToolProfile.NONE : said;
    }

    private static void annotations(JsonWriter out, ToolAnnotations hints) {
        out.value("readOnlyHint", hints.readOnly().map(JsonValue::of))
                .value("destructiveHint", hints.destructive().map(JsonValue::of))
                .value("idempotentHint", hints.idempotent().map(JsonValue::of))
                .value("openWorldHint", hints.openWorld().map(JsonValue::of));
    }
}
