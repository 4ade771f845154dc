package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.codec.Identifiers.STREAM_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.TIME;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.view.StreamEventJson;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Sessions, their timelines and streams, and what providers inject into them. Immutable. */
public final class SessionJson {
    private static final Vocabulary<TimelineEntry.Level> LEVEL = Vocabulary.lowerCase(TimelineEntry.Level.class);
    private static final Vocabulary<InjectedPrompt.Kind> KIND = Vocabulary.lowerCase(InjectedPrompt.Kind.class);

    private static final JsonReader<Path> PATH = JsonReader.text(Path::of, "must be a path");
    private static final JsonReader<Map<String, Secret>> VARIABLES = JsonReader.map(JsonReader.text(Secret::of));
    private static final JsonReader<StreamView> STREAM = object(in -> new StreamView(
            in.required("name", TEXT), in.required("events", WHOLE_NUMBER).intValue()));
    private static final JsonReader<StreamEvent> EVENT = object(StreamEventJson::read);

    private SessionJson() {}

    /** An answer with what a session is called. */
    public static JsonValue id(SessionId id) {
        return JsonWriter.toValue(out -> out.text("id", id));
    }

    /** Reads {@link #id(SessionId)}; empty if it does not say. */
    public static Optional<SessionId> id(JsonValue answer) {
        return JsonObject.of(answer).optional("id", SESSION_ID);
    }

    /** An answer with what a session is. */
    public static JsonValue info(SessionInfo info) {
        return JsonWriter.toValue(out -> write(out, info));
    }

    /** Reads {@link #info(SessionInfo)}; of which only the id has to be there. */
    public static SessionInfo info(JsonValue answer) {
        return info(JsonObject.of(answer));
    }

    static void write(JsonWriter out, SessionInfo info) {
        out.text("id", info.id())
                .text("label", info.label())
                .text("cwd", info.cwd())
                .flag("foreground", info.foreground())
                .flag("discoverable", info.discoverable())
                .object("reserved", info.reserved(), SessionJson::reserved);
    }

    static SessionInfo info(JsonObject in) {
        return new SessionInfo(
                in.required("id", SESSION_ID),
                in.optional("label", TEXT).orElseGet(() -> in.required("id", TEXT)),
                in.optional("cwd", PATH),
                in.flag("foreground"),
                in.flag("discoverable"),
                in.optional("reserved", object(SessionJson::reserved)).orElse(ReservedNames.NONE));
    }

    private static void reserved(JsonWriter out, ReservedNames reserved) {
        out.texts("tools", reserved.tools())
                .texts("providers", sorted(reserved.providers()))
                .texts("configured", sorted(reserved.configured()));
    }

    private static ReservedNames reserved(JsonObject in) {
        return new ReservedNames(
                Set.copyOf(in.list("tools", TEXT)),
                Set.copyOf(in.list("providers", PROVIDER_NAME)),
                Set.copyOf(in.list("configured", PROVIDER_NAME)));
    }

    private static List<String> sorted(Collection<ProviderName> names) {
        return names.stream().map(ProviderName::value).sorted().toList();
    }

    /** An answer with the streams of a session. */
    public static JsonValue streams(List<StreamView> streams) {
        return JsonWriter.toValue(out -> out.objects(
                "streams",
                streams,
                (one, stream) -> one.text("name", stream.name()).number("events", stream.events())));
    }

    /** Reads {@link #streams(List)}. */
    public static List<StreamView> streams(JsonValue answer) {
        return JsonObject.of(answer).list("streams", STREAM);
    }

    /** An answer with events of a stream. */
    public static JsonValue events(List<StreamEvent> events) {
        return JsonWriter.toValue(out -> out.objects("entries", events, StreamEventJson::write));
    }

    /** Reads {@link #events(List)}. */
    public static List<StreamEvent> events(JsonValue answer) {
        return JsonObject.of(answer).list("entries", EVENT);
    }

    static void write(JsonWriter out, TimelineEntry entry) {
        out.text("at", entry.at())
                .text("level", LEVEL.word(entry.level()))
                .text("source", entry.source())
                .text("text", entry.text())
                .text("call", entry.call());
    }

    static TimelineEntry entry(JsonObject in) {
        return new TimelineEntry(
                in.required("at", TIME),
                in.required("level", LEVEL),
                in.required("source", TEXT),
                in.required("text", TEXT),
                in.optional("call", CALL_ID));
    }

    static void write(JsonWriter out, InjectedPrompt prompt) {
        out.text("at", prompt.at())
                .text("provider", prompt.source().provider())
                .text("trust", Words.TRUST.word(prompt.source().trust()))
                .text("stream", prompt.stream())
                .text("kind", KIND.word(prompt.kind()))
                .text("text", prompt.text())
                .text("framed", prompt.framed())
                .value("metadata", prompt.metadata());
    }

    /** An answer with prompts. */
    public static JsonValue prompts(List<InjectedPrompt> prompts) {
        return JsonWriter.toValue(out -> out.objects("prompts", prompts, SessionJson::write));
    }

    /** Reads {@link #prompts(List)}. */
    public static List<InjectedPrompt> prompts(JsonValue answer) {
        return JsonObject.of(answer).list("prompts", object(SessionJson::prompt));
    }

    static InjectedPrompt prompt(JsonObject in) {
        return new InjectedPrompt(
                in.required("at", TIME),
                new InjectedPrompt.Source(in.required("provider", PROVIDER_NAME), in.required("trust", Words.TRUST)),
                in.required("stream", STREAM_NAME),
                in.required("kind", KIND),
                in.required("text", TEXT),
                in.optional("metadata", ANY));
    }

    static void write(JsonWriter out, AgentWindow window) {
        out.number("pid", window.process()).texts("conversations", window.conversations());
        if (!window.variables().isEmpty()) {
            out.object(
                    "variables",
                    variables -> window.variables().forEach((name, value) -> variables.text(name, value.reveal())));
        }
    }

    static AgentWindow window(JsonObject in) {
        long process = in.required("pid", WHOLE_NUMBER);
        Set<String> conversations = Set.copyOf(in.list("conversations", TEXT));
        Map<String, Secret> variables = in.optional("variables", VARIABLES).orElse(Map.of());
        try {
            return new AgentWindow(process, conversations, variables);
        } catch (IllegalArgumentException e) {
            throw new JsonFault("", "is no window of an agent: " + e.getMessage());
        }
    }

    static Optional<Set<String>> pathArguments(JsonObject in) {
        return in.optional("pathArguments", list(TEXT)).map(Set::copyOf);
    }
}
