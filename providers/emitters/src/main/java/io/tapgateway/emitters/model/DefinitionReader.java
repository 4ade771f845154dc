package io.tapgateway.emitters.model;

import io.tapgateway.emitters.program.CommandReader;
import io.tapgateway.emitters.program.Members;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.filter.StreamFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Understands the definition of an emitter or a stream completely or not at all, whether it stands in a file or in the
 * arguments of a tool; every complaint is an {@link InvalidMessage} that names the place. Immutable.
 */
public final class DefinitionReader {
    private static final Set<String> OF_COMMANDS =
            Set.of("name", "stream", "every", "once", "after", "command", "cwd", "env", "level", "filter");
    private static final Set<String> OF_PROMPTS = Set.of("name", "stream", "every", "once", "after", "prompt");

    private final Optional<Path> workspace;

    /** @param workspace where commands run, without links; empty if there are to be none */
    public DefinitionReader(Optional<Path> workspace) {
        this.workspace = workspace;
    }

    /** Reads the members {@code streams} and {@code emitters} of an object; both may be missing. */
    public EmitterConfig config(JsonValue object) {
        List<StreamDefinition> streams = each(object, "streams", Limit.STREAMS_PER_PROVIDER.standard(), this::stream);
        requireDistinct(
                "/streams/", streams.stream().map(it -> it.name().value()).toList());
        List<EmitterDefinition> emitters = each(object, "emitters", EmitterLimits.EMITTERS, this::emitter);
        requireDistinct(
                "/emitters/", emitters.stream().map(it -> it.name().value()).toList());
        Set<StreamName> all = new HashSet<>();
        streams.forEach(it -> all.add(it.name()));
        emitters.forEach(it -> all.add(it.stream()));
        long most = Limit.STREAMS_PER_PROVIDER.standard();
        Members.require(all.size() <= most, "/emitters", "need more than " + most + " streams");
        return new EmitterConfig(streams, emitters);
    }

    /** Reads one emitter. */
    public EmitterDefinition emitter(String at, JsonValue object) {
        Members.require(object.kind() == JsonKind.OBJECT, at, "must be an object");
        boolean asks = object.get("prompt").isPresent();
        Members.requireOnly(at, object, asks ? OF_PROMPTS : OF_COMMANDS);
        EmitterName name = named(at + "/name", required(at + "/name", object, "name"), EmitterName::new);
        Optional<StreamName> stream =
                optional(at + "/stream", object, "stream").map(text -> named(at + "/stream", text, StreamName::new));
        return new EmitterDefinition(
                name,
                asks ? ask(at + "/prompt", object) : run(at, object),
                schedule(at, object),
                stream.orElseGet(name::stream),
                asks ? PushLevel.INJECT : level(at + "/level", object, PushLevel.KEEP),
                asks ? StreamFilter.NONE : filter(at + "/filter", object));
    }

    /** The level that an object names, or {@code otherwise}. */
    public PushLevel level(String at, JsonValue object, PushLevel otherwise) {
        return optional(at, object, "level")
                .map(text -> constant(at, text, PushLevel.values()))
                .orElse(otherwise);
    }

    /** The rules of the member {@code filter}; none if there is no such member. */
    public StreamFilter filter(String at, JsonValue object) {
        if (object.get("filter").isEmpty()) {
            return StreamFilter.NONE;
        }
        List<FilterRule> rules = new ArrayList<>();
        for (JsonValue rule : Members.list(at, object, "filter")) {
            String place = at + "/" + rules.size();
            Members.requireOnly(place, rule, Set.of("match", "outcome"));
            String outcome = required(place + "/outcome", rule, "outcome");
            rules.add(new FilterRule(
                    required(place + "/match", rule, "match"),
                    constant(place + "/outcome", outcome, FilterRule.Outcome.values())));
        }
        try {
            return StreamFilter.of(rules);
        } catch (InvalidMessage fault) {
            throw fault.under(at);
        }
    }

    private StreamDefinition stream(String at, JsonValue object) {
        Members.requireOnly(at, object, Set.of("name", "filter"));
        StreamName name = named(at + "/name", required(at + "/name", object, "name"), StreamName::new);
        return new StreamDefinition(name, filter(at + "/filter", object));
    }

    private Source run(String at, JsonValue object) {
        Members.require(object.get("command").isPresent(), at, "needs either a 'command' or a 'prompt'");
        Path directory = workspace.orElseThrow(() -> InvalidMessage.at(
                at + "/command", "cannot run: the session has no directory; give it one, or use a prompt"));
        return new Source.Run(new CommandReader(directory).read(at, object));
    }

    private static Source ask(String at, JsonValue object) {
        String prompt = required(at, object, "prompt");
        Members.require(!prompt.isBlank(), at, "must not be empty");
        int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
        long most = Limit.PROMPT.standard();
        Members.require(bytes <= most, at, "may have at most " + most + " bytes");
        return new Source.Ask(prompt);
    }

    private static Schedule schedule(String at, JsonValue object) {
        Optional<Duration> every = optional(at + "/every", object, "every")
                .map(text -> Interval.parse(at + "/every", text, EmitterLimits.MIN_INTERVAL));
        Duration after = optional(at + "/after", object, "after")
                .map(text -> Interval.parse(at + "/after", text, Duration.ZERO))
                .orElse(Duration.ZERO);
        if (object.get("once").isPresent()) {
            Members.require(
                    object.get("once").get().equals(JsonValue.TRUE) && every.isEmpty(),
                    at + "/once",
                    "can only be true, and not beside 'every'");
        }
        return new Schedule(after, every);
    }

    private static <T> List<T> each(JsonValue object, String name, long most, Reader<T> reader) {
        if (object.get(name).isEmpty()) {
            return List.of();
        }
        List<JsonValue> elements = Members.list("/" + name, object, name);
        Members.require(elements.size() <= most, "/" + name, "may list at most " + most);
        List<T> all = new ArrayList<>();
        for (JsonValue element : elements) {
            all.add(reader.read("/" + name + "/" + all.size(), element));
        }
        return all;
    }

    private interface Reader<T> {
        T read(String at, JsonValue object);
    }

    private static void requireDistinct(String at, List<String> names) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.size(); i++) {
            Members.require(seen.add(names.get(i)), at + i + "/name", "is there twice");
        }
    }

    private static String required(String at, JsonValue object, String name) {
        return optional(at, object, name).orElseThrow(() -> InvalidMessage.at(at, "is missing"));
    }

    private static Optional<String> optional(String at, JsonValue object, String name) {
        return object.get(name).map(value -> Members.text(at, value));
    }

    private static <T> T named(String at, String text, Function<String, T> name) {
        try {
            return name.apply(text);
        } catch (InvalidMessage fault) {
            throw InvalidMessage.at(
                    at, "must have 1 to " + StreamName.MAX_LENGTH + " letters, digits, '.', '_' and '-'");
        }
    }

    private static <E extends Enum<E>> E constant(String at, String text, E[] known) {
        return Arrays.stream(known)
                .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> InvalidMessage.at(
                        at,
                        "must be one of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(known)
                                                .map(it -> it.name().toLowerCase(Locale.ROOT))
                                                .toList())));
    }
}
