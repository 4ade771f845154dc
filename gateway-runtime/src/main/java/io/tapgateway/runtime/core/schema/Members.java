package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code properties}, {@code patternProperties} and {@code additionalProperties} demand of the members of an
 * object: those of a certain name, those whose name matches, and those to whom neither applies. Immutable.
 */
final class Members implements Keyword {
    /** One of {@code patternProperties}; the pattern is empty if it cannot be used. */
    private record Matching(Optional<TextPattern> pattern, Part part) {}

    private final Map<String, Part> byName;
    private final String[] names;
    private final Part[] parts;
    private final List<Matching> byPattern;
    private final @Nullable Part others;

    private Members(Map<String, Part> byName, List<Matching> byPattern, @Nullable Part others) {
        this.byName = byName;
        this.names = byName.keySet().toArray(String[]::new);
        this.parts = byName.values().toArray(Part[]::new);
        this.byPattern = byPattern;
        this.others = others;
    }

    static Keyword read(Site site) {
        Map<String, Part> byName = new LinkedHashMap<>();
        List<Matching> byPattern = new ArrayList<>();
        JsonValue properties = site.sibling("properties");
        JsonValue patternProperties = site.sibling("patternProperties");
        if (isNoObject(properties) || isNoObject(patternProperties)) {
            return Keyword.UNKNOWN;
        }
        if (properties != null) {
            properties.members().forEach((name, schema) -> byName.put(name, site.part(schema)));
        }
        if (patternProperties != null) {
            patternProperties
                    .members()
                    .forEach(
                            (pattern, schema) -> byPattern.add(new Matching(site.pattern(pattern), site.part(schema))));
        }
        JsonValue others = site.sibling("additionalProperties");
        return new Members(byName, byPattern, others == null ? null : site.part(others));
    }

    private static boolean isNoObject(@Nullable JsonValue argument) {
        return argument != null && argument.kind() != JsonKind.OBJECT;
    }

    @Override
    public @Nullable Mismatch check(JsonValue value, Evaluation evaluation, @Nullable Seen seen) {
        if (value.kind() != JsonKind.OBJECT) {
            return null;
        }
        Map<String, JsonValue> members = value.members();
        evaluation.steps().spend(names.length);
        int named = 0;
        for (int i = 0; i < names.length; i++) {
            JsonValue member = members.get(names[i]);
            if (member != null) {
                named++;
                Mismatch found = checkMember(names[i], member, parts[i], evaluation, seen);
                if (found != null) {
                    return found;
                }
            }
        }
        boolean done = byPattern.isEmpty() && (others == null || named == members.size());
        return done ? null : checkOthers(members, evaluation, seen);
    }

    @Override
    public boolean fitsAll(JsonKind kind) {
        return kind != JsonKind.OBJECT || (names.length == 0 && byPattern.isEmpty() && others == null);
    }

    private static @Nullable Mismatch checkMember(
            String name, JsonValue member, Part part, Evaluation evaluation, @Nullable Seen seen) {
        Mismatch found = part.check(member, evaluation, null);
        if (seen != null) {
            seen.add(name);
        }
        return found == null ? null : found.below(name);
    }

    private @Nullable Mismatch checkOthers(Map<String, JsonValue> members, Evaluation evaluation, @Nullable Seen seen) {
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            String name = member.getKey();
            evaluation.steps().spend(1);
            boolean known = byName.containsKey(name);
            boolean certain = true;
            for (Matching matching : byPattern) {
                Optional<Boolean> matches = evaluation.search(matching.pattern(), name);
                certain &= matches.isPresent();
                if (matches.orElse(false)) {
                    known = true;
                    Mismatch found = checkMember(name, member.getValue(), matching.part(), evaluation, seen);
                    if (found != null) {
                        return found;
                    }
                }
            }
            if (!certain) {
                evaluation.unknown(seen);
            } else if (!known && others != null) {
                Mismatch found = checkMember(name, member.getValue(), others, evaluation, seen);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
