package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What a server was given that somebody else takes it in for: values of its environment, of headers, or in its address.
 * Programs print the key that was refused, and servers repeat requests that they do not understand; where that is
 * shown, the secrets are left out (I-91). Immutable.
 */
public final class GivenSecrets {
    /** Nothing was given. */
    public static final GivenSecrets NONE = new GivenSecrets(Set.of());

    /** What is shorter may well be part of other texts. */
    static final int SHORTEST = 8;

    /** How many are known of a server whose tokens change; the oldest are forgotten. */
    static final int MOST = 100;

    private static final String BLANK = "****";
    private static final String TYPE = "type";

    private final Set<String> values;

    /** The longest come first: a shorter one may be a part of it. */
    private final List<String> sorted;

    private GivenSecrets(Set<String> values) {
        this.values = values;
        this.sorted = values.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** These, but for paths and what is too short for a secret; of a header also what follows the scheme. */
    public static GivenSecrets of(Collection<String> values) {
        return NONE.and(values);
    }

    /** With some more. */
    GivenSecrets and(Collection<String> more) {
        Set<String> all = new LinkedHashSet<>(values);
        more.stream()
                .flatMap(it -> Stream.of(it, it.substring(it.indexOf(' ') + 1)))
                .filter(it -> it.length() >= SHORTEST && !it.startsWith("/"))
                .forEach(all::add);
        List<String> known = List.copyOf(all);
        return new GivenSecrets(new LinkedHashSet<>(known.subList(Math.max(0, known.size() - MOST), known.size())));
    }

    /**
     * A value whose texts and numbers are without secrets, however they were written. Names stay as they are, and so
     * does {@code type}, which is no word of the server's.
     *
     * @param blanking takes the secrets out of a text
     */
    static JsonValue blanked(JsonValue value, UnaryOperator<String> blanking) {
        return switch (value.kind()) {
            case STRING -> JsonValue.of(blanking.apply(value.asString()));
            case NUMBER -> {
                String blanked = blanking.apply(value.json());
                yield blanked.equals(value.json()) ? value : JsonValue.of(blanked);
            }
            case ARRAY ->
                JsonValue.array(value.elements().stream()
                        .map(it -> blanked(it, blanking))
                        .toList());
            case OBJECT -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                value.members()
                        .forEach((name, it) -> members.put(name, name.equals(TYPE) ? it : blanked(it, blanking)));
                yield JsonValue.object(members);
            }
            case BOOLEAN, NULL -> value;
        };
    }

    /** The text without them; a part of one at its end, where the text was cut, is left out as well. */
    String blanked(String text) {
        String blanked = text;
        for (String each : sorted) {
            blanked = blanked.replace(each, BLANK);
        }
        for (String each : sorted) {
            for (int part = Math.min(each.length() - 1, blanked.length()); part >= SHORTEST; part--) {
                if (blanked.regionMatches(blanked.length() - part, each, 0, part)) {
                    return blanked.substring(0, blanked.length() - part) + BLANK;
                }
            }
        }
        return blanked;
    }
}
