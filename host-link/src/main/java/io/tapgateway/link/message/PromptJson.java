package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.SECTION_NAME;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.json.JsonReader.TEXT;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.view.AssemblyJson;
import java.util.LinkedHashSet;
import java.util.Set;

/** Prompts, and what providers make of them. Immutable. */
public final class PromptJson {
    private static final JsonReader<ExternalAppend> APPEND = JsonReader.object(in -> new ExternalAppend(
            in.required("session", SESSION_ID),
            AssemblyJson.source(in),
            in.required("section", SECTION_NAME),
            in.required("text", TEXT)));

    private PromptJson() {}

    static JsonWriter write(JsonWriter out, PromptSections sections) {
        return AssemblyJson.sections(out, sections.texts()).texts("protected", sections.protectedNames());
    }

    static PromptSections sections(JsonObject in) {
        return new PromptSections(AssemblyJson.sections(in), new LinkedHashSet<>(in.list("protected", TEXT)));
    }

    /** The answer with what became of a prompt. */
    public static JsonValue assembly(PromptAssembly assembly) {
        return JsonWriter.toValue(out -> AssemblyJson.write(out, assembly));
    }

    /** Reads {@link #assembly(PromptAssembly)}. */
    public static PromptAssembly assembly(JsonValue answer) {
        return AssemblyJson.read(JsonObject.of(answer));
    }

    /** An answer with what external providers would append. */
    public static JsonValue appends(Set<ExternalAppend> appends) {
        return JsonWriter.toValue(out -> write(out, appends));
    }

    /** Reads {@link #appends(Set)}. */
    public static Set<ExternalAppend> appends(JsonValue answer) {
        return appends(JsonObject.of(answer));
    }

    static JsonWriter write(JsonWriter out, Set<ExternalAppend> appends) {
        return out.objects("appends", appends, PromptJson::append);
    }

    static Set<ExternalAppend> appends(JsonObject in) {
        return new LinkedHashSet<>(in.list("appends", APPEND));
    }

    private static void append(JsonWriter out, ExternalAppend append) {
        AssemblyJson.source(out, append.source())
                .text("session", append.session())
                .text("section", append.section())
                .text("text", append.text());
    }
}
