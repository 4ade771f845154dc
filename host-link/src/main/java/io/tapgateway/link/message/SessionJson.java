package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.ReservedNames;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TimelineEntry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sessions, their timelines and streams, and what providers inject into them. Immutable. */
public final class SessionJson {
    private SessionJson() {}

    /** An answer with what a session is. */
    public static JsonValue info(SessionInfo info) {
        return Members.writing()
                .string("id", info.id().value())
                .string("label", info.label())
                .optional("cwd", info.cwd().map(Path::toString))
                .flag("foreground", info.foreground())
                .flag("discoverable", info.discoverable())
                .value(
                        "reserved",
                        Members.writing()
                                .strings("tools", info.reserved().tools())
                                .strings("providers", names(info.reserved().providers()))
                                .strings("configured", names(info.reserved().configured()))
                                .done())
                .done();
    }

    /** Reads {@link #info(SessionInfo)}; of which only the id has to be there. */
    public static SessionInfo info(JsonValue answer) {
        Members in = Members.of(answer);
        return new SessionInfo(
                new SessionId(in.string("id")),
                in.optionalString("label").orElseGet(() -> in.string("id")),
                in.optionalString("cwd").map(Path::of),
                in.flag("foreground"),
                in.flag("discoverable"),
                in.find("reserved").isPresent() ? reserved(in.members("reserved")) : ReservedNames.NONE);
    }

    /** An answer with the streams of a session. */
    public static JsonValue streams(List<StreamView> streams) {
        return Members.writing()
                .list(
                        "streams",
                        streams,
                        stream -> Members.writing()
                                .string("name", stream.name())
                                .number("events", stream.events())
                                .done())
                .done();
    }

    /** Reads {@link #streams(List)}. */
    public static List<StreamView> streams(JsonValue answer) {
        return Members.of(answer).list("streams", it -> {
            Members stream = Members.of(it);
            return new StreamView(stream.string("name"), (int) stream.number("events"));
        });
    }

    /** An answer with events of a stream. */
    public static JsonValue events(List<StreamEvent> events) {
        return Members.writing()
                .list("entries", events, event -> {
                    Members.Writer out = Members.writing()
                            .number("seq", event.seq())
                            .string("ts", event.entry().ts())
                            .string("event", event.entry().event())
                            .constant("level", event.entry().level());
                    event.entry().metadata().ifPresent(it -> out.value("metadata", it));
                    return out.done();
                })
                .done();
    }

    /** Reads {@link #events(List)}. */
    public static List<StreamEvent> events(JsonValue answer) {
        return Members.of(answer).list("entries", it -> {
            Members event = Members.of(it);
            StreamEntry entry = new StreamEntry(
                    event.string("ts"),
                    event.string("event"),
                    event.constant("level", PushLevel.class),
                    event.find("metadata"));
            return new StreamEvent(event.number("seq"), entry);
        });
    }

    static JsonValue entry(TimelineEntry entry) {
        return Members.writing()
                .string("at", entry.at().toString())
                .constant("level", entry.level())
                .string("source", entry.source())
                .string("text", entry.text())
                .done();
    }

    static TimelineEntry entry(Members in) {
        return new TimelineEntry(
                Instant.parse(in.string("at")),
                in.constant("level", TimelineEntry.Level.class),
                in.string("source"),
                in.string("text"));
    }

    static JsonValue prompt(InjectedPrompt prompt) {
        Members.Writer out = Members.writing()
                .string("at", prompt.at().toString())
                .string("provider", prompt.source().provider().value())
                .constant("trust", prompt.source().trust())
                .string("stream", prompt.stream().value())
                .constant("kind", prompt.kind())
                .string("text", prompt.text())
                .string("framed", prompt.framed());
        prompt.metadata().ifPresent(it -> out.value("metadata", it));
        return out.done();
    }

    static InjectedPrompt prompt(Members in) {
        return new InjectedPrompt(
                Instant.parse(in.string("at")),
                new InjectedPrompt.Source(
                        new ProviderName(in.string("provider")), in.constant("trust", TrustLevel.class)),
                new StreamName(in.string("stream")),
                in.constant("kind", InjectedPrompt.Kind.class),
                in.string("text"),
                in.find("metadata"));
    }

    private static ReservedNames reserved(Members in) {
        return new ReservedNames(
                Set.copyOf(in.strings("tools")), providers(in, "providers"), providers(in, "configured"));
    }

    private static Set<ProviderName> providers(Members in, String name) {
        return in.strings(name).stream().map(ProviderName::new).collect(Collectors.toSet());
    }

    private static List<String> names(Collection<ProviderName> names) {
        return names.stream().map(ProviderName::value).sorted().toList();
    }

    static Optional<Set<String>> pathArguments(Members in) {
        return in.find("pathArguments").isPresent()
                ? Optional.of(Set.copyOf(in.strings("pathArguments")))
                : Optional.empty();
    }
}
