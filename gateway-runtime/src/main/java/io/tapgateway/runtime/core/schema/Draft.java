package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A version of JSON Schema, by what {@code $schema} calls it. Immutable. */
enum Draft {
    DRAFT_4("json-schema.org/draft-04/schema", "id", Keywords.OF_DRAFT_4),
    DRAFT_6("json-schema.org/draft-06/schema", "$id", Keywords.OF_DRAFT_6),
    DRAFT_7("json-schema.org/draft-07/schema", "$id", Keywords.OF_DRAFT_7),
    DRAFT_2019_09("json-schema.org/draft/2019-09/schema", "$id", Keywords.OF_2019_09),
    DRAFT_2020_12("json-schema.org/draft/2020-12/schema", "$id", Keywords.OF_2020_12),

    /** A dialect of somebody's own, of which nobody here knows what its keywords mean. */
    FOREIGN("", "$id", Map.of());

    private final String name;
    private final String idKeyword;

    @SuppressWarnings("ImmutableEnumChecker") // nobody can change it, and readers have no state
    private final Map<String, KeywordReader> keywords;

    Draft(String name, String idKeyword, Map<String, KeywordReader> keywords) {
        this.name = name;
        this.idKeyword = idKeyword;
        this.keywords = keywords;
    }

    /** What a schema says that it is written in. */
    static Draft of(JsonValue schema, Draft otherwise) {
        JsonValue uri = schema.members().get("$schema");
        if (uri == null) {
            return otherwise;
        }
        String name = uri.kind() == JsonKind.STRING
                ? uri.asString().replaceFirst("^https?://", "").replaceFirst("#$", "")
                : "";
        return Stream.of(values())
                .filter(draft -> draft.name.equals(name))
                .findFirst()
                .orElse(FOREIGN);
    }

    /** What gives a schema a name. */
    String idKeyword() {
        return idKeyword;
    }

    /** Its keywords that demand something, or have schemas in them. */
    Map<String, KeywordReader> keywords() {
        return keywords;
    }

    /** Whether a reference is a schema of its own, so that nothing beside it counts, and names are fragments. */
    boolean isBefore2019() {
        return compareTo(DRAFT_2019_09) < 0;
    }

    /** Which draft has which keywords. */
    private static final class Keywords {
        private static final Map<String, KeywordReader> ALL = all();

        /** Older forms that cannot be mistaken for something else are understood as well. */
        static final Map<String, KeywordReader> OF_2020_12 = without(ALL, Set.of("$recursiveRef"));

        static final Map<String, KeywordReader> OF_2019_09 = without(ALL, Set.of("$dynamicRef", "prefixItems"));

        static final Map<String, KeywordReader> OF_DRAFT_7 = without(
                OF_2019_09,
                Set.of(
                        "$recursiveRef",
                        "$defs",
                        "dependentRequired",
                        "dependentSchemas",
                        "unevaluatedProperties",
                        "unevaluatedItems"));

        static final Map<String, KeywordReader> OF_DRAFT_6 = without(OF_DRAFT_7, Set.of("if", "then", "else"));

        static final Map<String, KeywordReader> OF_DRAFT_4 =
                without(OF_DRAFT_6, Set.of("const", "contains", "propertyNames"));

        private static Map<String, KeywordReader> all() {
            Map<String, KeywordReader> all = new HashMap<>();
            all.putAll(ScalarKeywords.ALL);
            all.putAll(ObjectKeywords.ALL);
            all.putAll(ArrayKeywords.ALL);
            all.putAll(CombiningKeywords.ALL);
            all.putAll(Reference.ALL);
            return Map.copyOf(all);
        }

        private static Map<String, KeywordReader> without(Map<String, KeywordReader> all, Set<String> some) {
            Map<String, KeywordReader> left = new HashMap<>(all);
            left.keySet().removeAll(some);
            return Map.copyOf(left);
        }
    }
}
