package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.map;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.PromptAssembly.Context;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.text.Envelope;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What became of a prompt, as members of an object: the same for hosts and programs. Stateless. */
public final class AssemblyJson {
    private static final Vocabulary<Change.Way> WAY = Vocabulary.lowerCase(Change.Way.class);
    private static final Vocabulary<Notice.Kind> KIND = Vocabulary.lowerCase(Notice.Kind.class);

    private static final JsonReader<Map<String, String>> SECTIONS = map(TEXT);
    private static final JsonReader<Map<String, List<Change>>> CHANGES =
            map(list(object(in -> new Change(in.required("way", WAY), source(in)))));
    private static final JsonReader<Notice> NOTICE = object(in -> new Notice(
            in.required("kind", KIND),
            in.required("provider", TEXT),
            in.optional("section", TEXT),
            in.required("text", TEXT)));

    private AssemblyJson() {}

    /** Everything about it. */
    public static void write(JsonWriter out, PromptAssembly assembly) {
        sections(out, assembly.sections())
                .object(
                        "changes",
                        assembly.changes(),
                        (changes, all) ->
                                all.forEach((section, each) -> changes.objects(section, each, AssemblyJson::change)))
                .objects("context", assembly.context(), AssemblyJson::context)
                .objects("startupContext", assembly.startupContext(), AssemblyJson::context)
                .objects("notices", assembly.notices(), AssemblyJson::notice);
    }

    /** Reads what {@link #write} writes. */
    public static PromptAssembly read(JsonObject in) {
        return new PromptAssembly(
                sections(in),
                in.optional("changes", CHANGES).orElse(Map.of()),
                in.list("context", context(Envelope::context)),
                in.list("startupContext", context(Envelope::startupContext)),
                in.list("notices", NOTICE));
    }

    /** The texts of sections by their names, as the member {@code sections}. */
    public static JsonWriter sections(JsonWriter out, Map<String, String> texts) {
        return out.object("sections", texts, (sections, all) -> all.forEach(sections::text));
    }

    /** Reads what {@link #sections(JsonWriter, Map)} writes. */
    public static Map<String, String> sections(JsonObject in) {
        return in.required("sections", SECTIONS);
    }

    /** Who says something, as members {@code provider}, {@code instance} and {@code trust}. */
    public static JsonWriter source(JsonWriter out, Envelope.Source source) {
        return out.text("provider", source.provider())
                .text("instance", source.instance())
                .text("trust", Words.TRUST.word(source.trust()));
    }

    /** Reads what {@link #source(JsonWriter, Envelope.Source)} writes. */
    public static Envelope.Source source(JsonObject in) {
        return new Envelope.Source(
                in.required("provider", Identifiers.PROVIDER_NAME),
                in.optional("instance", Identifiers.INSTANCE_NAME),
                in.required("trust", Words.TRUST));
    }

    private static void change(JsonWriter out, Change change) {
        source(out.text("way", WAY.word(change.way())), change.source());
    }

    private static void context(JsonWriter out, Context context) {
        source(out, context.envelope().source()).text("text", context.text()).text("framed", context.framed());
    }

    private static JsonReader<Context> context(Function<Envelope.Source, Envelope> around) {
        return object(in -> new Context(around.apply(source(in)), in.required("text", TEXT)));
    }

    private static void notice(JsonWriter out, Notice notice) {
        out.text("kind", KIND.word(notice.kind()))
                .text("provider", notice.provider())
                .text("section", notice.section())
                .text("text", notice.text());
    }
}
