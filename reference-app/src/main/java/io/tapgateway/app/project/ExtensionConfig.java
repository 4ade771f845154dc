package io.tapgateway.app.project;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@code tap.config.json} as the extension <i>tap</i> of the Copilot command line has it: the same file name, and
 * other members. What can be taken over is translated; the rest is listed, with what to write instead. Confined to one
 * call.
 */
final class ExtensionConfig {
    /** Members that only a file of the extension has. */
    private static final Set<String> TELLING = Set.of(
            "autoStart",
            "eventFilter",
            "runInterval",
            "includeStderr",
            "ownership",
            "managedBy",
            "lifespan",
            "scope",
            "sessionInjector",
            "classifier",
            "channel");

    private static final Set<String> MEANINGLESS =
            Set.of("description", "ownership", "managedBy", "lifespan", "scope", "subscribe", "transferOwnership");

    private static final Set<String> TAKEN_AS_THEY_ARE =
            Set.of("prompt", "cwd", "env", "level", "after", "once", "filter");

    private static final Pattern INTERVAL = Pattern.compile(
            "(?:every\\s+)?([0-9]+)\\s*(s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?)",
            Pattern.CASE_INSENSITIVE);

    /** How the extension's patterns are matched. */
    private static final String ANY_CASE = "(?i)";

    private final Set<String> remarks = new LinkedHashSet<>();

    private ExtensionConfig() {}

    /**
     * A file of the extension, translated.
     *
     * @param emitters which emitters of the file those of {@code config} were, by their places
     * @param remarks what was not taken over, and what to write instead
     */
    record Translation(JsonValue config, List<Integer> emitters, List<String> remarks) {
        /** Where something of the translation stands in the file. */
        String inFile(String pointer) {
            String[] steps = pointer.split("/", 4);
            if (steps.length < 3 || !steps[1].equals("emitters")) {
                return pointer;
            }
            steps[2] = String.valueOf(emitters.get(Integer.parseInt(steps[2])));
            return String.join("/", steps);
        }
    }

    /** Translates a file of the extension; empty if it is none. */
    static Optional<Translation> translate(JsonValue root) {
        boolean telling = Stream.of("emitters", "streams")
                .flatMap(section -> objects(root, section).stream())
                .anyMatch(it -> isOfExtension(it.members()));
        return telling ? Optional.of(new ExtensionConfig().translated(root)) : Optional.empty();
    }

    private static boolean isOfExtension(Map<String, JsonValue> definition) {
        return definition.keySet().stream().anyMatch(TELLING::contains)
                || text(definition.get("command")).isPresent();
    }

    /** The elements of a list that are objects; others are none of the extension's either. */
    private static List<JsonValue> objects(JsonValue root, String section) {
        return Optional.of(root)
                .filter(it -> it.kind() == JsonKind.OBJECT)
                .flatMap(it -> it.get(section))
                .flatMap(JsonReader.list(JsonReader.OBJECT)::tryRead)
                .orElse(List.of());
    }

    private Translation translated(JsonValue root) {
        List<JsonValue> emitters = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        List<JsonValue> all = objects(root, "emitters");
        for (int i = 0; i < all.size(); i++) {
            Optional<JsonValue> emitter = emitter(all.get(i).members());
            if (emitter.isPresent()) {
                emitters.add(emitter.get());
                places.add(i);
            }
        }
        Map<String, JsonValue> config = new LinkedHashMap<>(root.members());
        config.put("emitters", JsonValue.array(emitters));
        config.put(
                "streams",
                JsonValue.array(objects(root, "streams").stream()
                        .map(it -> stream(it.members()))
                        .toList()));
        return new Translation(JsonValue.object(config), List.copyOf(places), List.copyOf(remarks));
    }

    private JsonValue stream(Map<String, JsonValue> stream) {
        Map<String, JsonValue> out = new LinkedHashMap<>();
        stream.forEach((name, value) -> {
            if (name.equals("name")) {
                out.put(name, named(value));
            } else if (name.equals("sessionInjector")) {
                remarks.add(
                        "streams have no sessionInjector: what of a stream is shown or told to the agent, rules say."
                                + " Give emitters a \"filter\" with the outcomes \"surface\" and \"inject\".");
            } else if (name.equals("filter")) {
                out.put(name, value);
            } else {
                ignore(name, "a stream");
            }
        });
        return JsonValue.object(out);
    }

    /** Empty if it is left out. */
    private Optional<JsonValue> emitter(Map<String, JsonValue> emitter) {
        String name = text(emitter.get("name")).orElse("");
        if (JsonValue.FALSE.equals(emitter.get("autoStart"))) {
            remarks.add(
                    "'" + name + "' is left out, since it has autoStart false: all that is in the file starts with the"
                            + " session. Start it by tap_start_emitter when it is wanted.");
            return Optional.empty();
        }
        JsonValue interval = emitter.getOrDefault("runInterval", emitter.getOrDefault("every", JsonValue.NULL));
        if (text(interval).filter(it -> it.strip().equalsIgnoreCase("idle")).isPresent()) {
            remarks.add("'" + name
                    + "' is left out: nothing runs whenever the session is idle. Write \"every\" with a time,"
                    + " such as \"5m\".");
            return Optional.empty();
        }
        Map<String, JsonValue> out = new LinkedHashMap<>();
        emitter.forEach((member, value) -> {
            switch (member) {
                case "name" -> out.put(member, named(value));
                case "stream", "channel" -> out.put("stream", named(value));
                case "command" -> out.put(member, command(value, emitter));
                case "every", "runInterval" -> out.put("every", every(value));
                case "eventFilter", "classifier" -> filter(value).ifPresent(it -> out.put("filter", it));
                case "autoStart", "includeStderr" -> {}
                default -> {
                    if (TAKEN_AS_THEY_ARE.contains(member)) {
                        out.put(member, value);
                    } else {
                        ignore(member, "'" + name + "'");
                    }
                }
            }
        });
        if (out.containsKey("prompt")) {
            // The extension never filters what a prompt brings either.
            out.remove("filter");
        }
        return Optional.of(JsonValue.object(out));
    }

    private void ignore(String member, String owner) {
        remarks.add(
                MEANINGLESS.contains(member)
                        ? "\"" + member
                                + "\" means nothing here; leave it out. The agent may stop what the file starts, start it"
                                + " again and change its filter, and no more."
                        : "\"" + member + "\" of " + owner
                                + " was not taken over; docs/emitters.md lists what there is.");
    }

    /** A string is a line for the shell. */
    private static JsonValue command(JsonValue command, Map<String, JsonValue> emitter) {
        boolean quiet = JsonValue.FALSE.equals(emitter.get("includeStderr"));
        return text(command)
                .map(line -> quiet ? "exec 2>/dev/null; " + line : line)
                .map(line -> JsonValue.of(List.of("sh", "-c", line)))
                .orElse(command);
    }

    private static JsonValue named(JsonValue name) {
        return text(name)
                .map(it -> it.strip().replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", ""))
                .map(JsonValue::of)
                .orElse(name);
    }

    private static JsonValue every(JsonValue interval) {
        return text(interval)
                .map(it -> INTERVAL.matcher(it.strip()))
                .filter(Matcher::matches)
                .map(it ->
                        JsonValue.of(it.group(1) + it.group(2).substring(0, 1).toLowerCase(Locale.ROOT)))
                .orElse(interval);
    }

    private static Optional<JsonValue> filter(JsonValue filter) {
        if (filter.kind() == JsonKind.ARRAY) {
            return Optional.of(JsonValue.array(
                    filter.elements().stream().map(ExtensionConfig::rule).toList()));
        }
        return filter.kind() == JsonKind.OBJECT ? Optional.of(JsonValue.array(rules(filter))) : Optional.of(filter);
    }

    /** Older files have patterns instead of rules. */
    private static List<JsonValue> rules(JsonValue filter) {
        Optional<JsonValue> rules = filter.get("rules").filter(it -> it.kind() == JsonKind.ARRAY);
        if (rules.isPresent()) {
            return rules.get().elements().stream().map(ExtensionConfig::rule).toList();
        }
        List<JsonValue> found = new ArrayList<>();
        filter.get("excludePattern").ifPresent(it -> found.add(rule(it, "drop")));
        filter.get("notifyPattern").ifPresent(it -> found.add(rule(it, "inject")));
        filter.get("includePattern").ifPresent(it -> {
            found.add(rule(it, "keep"));
            found.add(rule(JsonValue.of(".*"), "drop"));
        });
        return found;
    }

    private static JsonValue rule(JsonValue rule) {
        if (rule.kind() != JsonKind.OBJECT) {
            return rule;
        }
        Map<String, JsonValue> out = new LinkedHashMap<>(rule.members());
        out.computeIfPresent("match", (name, pattern) -> inAnyCase(pattern));
        return JsonValue.object(out);
    }

    private static JsonValue rule(JsonValue pattern, String outcome) {
        return JsonValue.object(Map.of("match", inAnyCase(pattern), "outcome", JsonValue.of(outcome)));
    }

    private static JsonValue inAnyCase(JsonValue pattern) {
        return text(pattern).map(it -> JsonValue.of(ANY_CASE + it)).orElse(pattern);
    }

    private static Optional<String> text(@Nullable JsonValue value) {
        return Optional.ofNullable(value).flatMap(JsonReader.TEXT::tryRead);
    }
}
