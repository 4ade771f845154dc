package io.tapgateway.emitters.model;

import static io.tapgateway.programs.CommandReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.filter.StreamFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Understands the definition of an emitter or a stream completely or not at all, whether it stands in a file or in the
 * arguments of a tool; every complaint is a {@link JsonFault} that names the place. Immutable.
 */
public final class DefinitionReader {
    /** The rules of a filter. */
    public static final JsonReader<StreamFilter> FILTER =
            value -> StreamFilter.of(list(object(DefinitionReader::rule)).read(value));

    private static final Set<String> OF_COMMANDS =
            Set.of("name", "stream", "every", "once", "after", "command", "cwd", "env", "level", "filter");
    private static final Set<String> OF_PROMPTS = Set.of("name", "stream", "every", "once", "after", "prompt");

    private static final JsonReader<EmitterName> NAME = named(EmitterName::new);
    private static final JsonReader<StreamName> STREAM_NAME = named(StreamName::new);
    private static final JsonReader<Duration> EVERY = interval(EmitterLimits.MIN_INTERVAL);
    private static final JsonReader<Duration> AFTER = interval(Duration.ZERO);

    private static final long MOST_STREAMS = Limit.STREAMS_PER_PROVIDER.standard();
    private static final long MOST_PROMPT_BYTES = Limit.PROMPT.standard();

    private static final JsonReader<List<StreamDefinition>> STREAMS = distinct(
            MOST_STREAMS,
            object(DefinitionReader::stream),
            stream -> stream.name().value());
    private static final JsonReader<String> PROMPT = TEXT.where(prompt -> !prompt.isBlank(), "must not be empty")
            .where(
                    prompt -> Utf8Length.of(prompt) <= MOST_PROMPT_BYTES,
                    "may have at most " + MOST_PROMPT_BYTES + " bytes");

    private final Optional<Path> workspace;

    /** @param workspace where commands run, without links; empty if there are to be none */
    public DefinitionReader(Optional<Path> workspace) {
        this.workspace = workspace;
    }

    /** Reads the members {@code streams} and {@code emitters} of an object; both may be missing. */
    public EmitterConfig config(JsonObject in) {
        List<StreamDefinition> streams = in.optional("streams", STREAMS).orElse(List.of());
        List<EmitterDefinition> emitters = in.optional(
                        "emitters",
                        distinct(
                                EmitterLimits.EMITTERS,
                                object(this::emitter),
                                it -> it.name().value()))
                .orElse(List.of());
        Set<StreamName> all = new HashSet<>();
        streams.forEach(it -> all.add(it.name()));
        emitters.forEach(it -> all.add(it.stream()));
        if (all.size() > MOST_STREAMS) {
            throw new JsonFault("/emitters", "need more than " + MOST_STREAMS + " streams");
        }
        return new EmitterConfig(streams, emitters);
    }

    /** Reads one emitter. */
    public EmitterDefinition emitter(JsonObject in) {
        boolean asks = in.isSet("prompt");
        in.allowOnly(asks ? OF_PROMPTS : OF_COMMANDS);
        EmitterName name = in.required("name", NAME);
        Optional<StreamName> stream = in.optional("stream", STREAM_NAME);
        return new EmitterDefinition(
                name,
                asks ? new Source.Ask(in.required("prompt", PROMPT)) : run(in),
                schedule(in),
                stream.orElseGet(name::stream),
                asks ? PushLevel.INJECT : in.optional("level", Words.LEVEL).orElse(PushLevel.KEEP),
                asks ? StreamFilter.NONE : filter(in));
    }

    private static StreamDefinition stream(JsonObject in) {
        in.allowOnly(Set.of("name", "filter"));
        return new StreamDefinition(in.required("name", STREAM_NAME), filter(in));
    }

    private static StreamFilter filter(JsonObject in) {
        return in.optional("filter", FILTER).orElse(StreamFilter.NONE);
    }

    private static FilterRule rule(JsonObject in) {
        in.allowOnly(Set.of("match", "outcome"));
        return new FilterRule(in.required("match", TEXT), in.required("outcome", Words.OUTCOME));
    }

    private Source run(JsonObject in) {
        if (!in.isSet("command")) {
            throw new JsonFault("", "needs either a 'command' or a 'prompt'");
        }
        Path directory = workspace.orElseThrow(() ->
                new JsonFault("/command", "cannot run: the session has no directory; give it one, or use a prompt"));
        return new Source.Run(new CommandReader(directory).read(in));
    }

    private static Schedule schedule(JsonObject in) {
        Optional<Duration> every = in.optional("every", EVERY);
        Duration after = in.optional("after", AFTER).orElse(Duration.ZERO);
        Optional<JsonValue> once = in.optional("once", ANY);
        if (once.isPresent() && (every.isPresent() || !once.get().equals(JsonValue.TRUE))) {
            throw new JsonFault("/once", "can only be true, and not beside 'every'");
        }
        return new Schedule(after, every);
    }

    /**
     * A list of things of which each has a name of its own.
     *
     * @param most how many there may be
     */
    public static <T> JsonReader<List<T>> distinct(long most, JsonReader<T> element, Function<T, String> name) {
        return value -> {
            List<T> all = list(element).read(value);
            if (all.size() > most) {
                throw new JsonFault("", "may list at most " + most);
            }
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < all.size(); i++) {
                if (!seen.add(name.apply(all.get(i)))) {
                    throw new JsonFault("/" + i + "/name", "is there twice");
                }
            }
            return all;
        };
    }

    private static <T> JsonReader<T> named(Function<String, T> name) {
        return JsonReader.text(name, "must have 1 to " + StreamName.MAX_LENGTH + " letters, digits, '.', '_' and '-'");
    }

    private static JsonReader<Duration> interval(Duration shortest) {
        return value -> Interval.parse(TEXT.read(value), shortest);
    }
}
