package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.PromptAssembly.Context;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.text.Envelope;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prompts, and what providers make of them. Immutable. */
public final class PromptJson {
    private PromptJson() {}

    static Members.Writer write(Members.Writer out, PromptSections sections) {
        return texts(out, sections.texts()).strings("protected", sections.protectedNames());
    }

    static PromptSections sections(Members in) {
        return new PromptSections(texts(in), new LinkedHashSet<>(in.strings("protected")));
    }

    /** The answer with what became of a prompt. */
    public static JsonValue assembly(PromptAssembly assembly) {
        Members.Writer changes = Members.writing();
        assembly.changes().forEach((section, all) -> changes.list(section, all, PromptJson::change));
        return texts(Members.writing(), assembly.sections())
                .value("changes", changes.done())
                .list("context", assembly.context(), PromptJson::context)
                .list("startupContext", assembly.startupContext(), PromptJson::context)
                .list("notices", assembly.notices(), PromptJson::notice)
                .done();
    }

    /** Reads {@link #assembly(PromptAssembly)}. */
    public static PromptAssembly assembly(JsonValue answer) {
        Members in = Members.of(answer);
        Members changed = in.members("changes");
        Map<String, List<Change>> changes = new LinkedHashMap<>();
        in.object("changes")
                .members()
                .keySet()
                .forEach(section -> changes.put(section, changed.list(section, it -> {
                    Members change = Members.of(it);
                    return new Change(change.constant("way", Change.Way.class), source(change));
                })));
        return new PromptAssembly(
                texts(in),
                changes,
                in.list("context", it -> context(Envelope.Kind.CONTEXT, Members.of(it))),
                in.list("startupContext", it -> context(Envelope.Kind.STARTUP_CONTEXT, Members.of(it))),
                in.list("notices", it -> notice(Members.of(it))));
    }

    /** An answer with what external providers would append. */
    public static JsonValue appends(Set<ExternalAppend> appends) {
        return write(Members.writing(), appends).done();
    }

    /** Reads {@link #appends(Set)}. */
    public static Set<ExternalAppend> appends(JsonValue answer) {
        return appends(Members.of(answer));
    }

    static Members.Writer write(Members.Writer out, Set<ExternalAppend> appends) {
        return out.list(
                "appends",
                appends,
                append -> source(Members.writing(), append.source())
                        .string("session", append.session().value())
                        .string("section", append.section().value())
                        .string("text", append.text())
                        .done());
    }

    static Set<ExternalAppend> appends(Members in) {
        return new LinkedHashSet<>(in.list("appends", it -> {
            Members append = Members.of(it);
            return new ExternalAppend(
                    new SessionId(append.string("session")),
                    source(append),
                    new SectionName(append.string("section")),
                    append.string("text"));
        }));
    }

    private static Members.Writer texts(Members.Writer out, Map<String, String> texts) {
        Members.Writer sections = Members.writing();
        texts.forEach(sections::string);
        return out.value("sections", sections.done());
    }

    private static Map<String, String> texts(Members in) {
        Map<String, String> texts = new LinkedHashMap<>();
        in.object("sections").members().forEach((name, text) -> texts.put(name, Members.text(text)));
        return texts;
    }

    private static JsonValue change(Change change) {
        return source(Members.writing().constant("way", change.way()), change.source())
                .done();
    }

    private static JsonValue context(Context context) {
        return source(Members.writing(), context.envelope().source())
                .string("text", context.text())
                .string("framed", context.framed())
                .done();
    }

    private static Context context(Envelope.Kind kind, Members in) {
        Envelope envelope =
                kind == Envelope.Kind.CONTEXT ? Envelope.context(source(in)) : Envelope.startupContext(source(in));
        return new Context(envelope, in.string("text"));
    }

    private static JsonValue notice(Notice notice) {
        return Members.writing()
                .constant("kind", notice.kind())
                .string("provider", notice.provider())
                .optional("section", notice.section())
                .string("text", notice.text())
                .done();
    }

    private static Notice notice(Members in) {
        return new Notice(
                in.constant("kind", Notice.Kind.class),
                in.string("provider"),
                in.optionalString("section"),
                in.string("text"));
    }

    private static Members.Writer source(Members.Writer out, Envelope.Source source) {
        return out.string("provider", source.provider().value())
                .optional("instance", source.instance().map(InstanceName::value))
                .constant("trust", source.trust());
    }

    private static Envelope.Source source(Members in) {
        return new Envelope.Source(
                new ProviderName(in.string("provider")),
                in.optionalString("instance").map(InstanceName::new),
                in.constant("trust", TrustLevel.class));
    }
}
