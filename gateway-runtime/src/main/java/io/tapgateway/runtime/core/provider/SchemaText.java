package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.text.ModelText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The texts inside a schema, which a model reads as it reads a description (T-54): prose is cleaned, and what must stay
 * as it is, names and values, may not contain what nobody sees. Stateless.
 */
final class SchemaText {
    private static final Set<String> PROSE = Set.of("title", "description", "$comment");
    private static final String EXAMPLES = "examples";

    private SchemaText() {}

    /** The schema with its prose as a model may be shown it. */
    static JsonValue cleaned(JsonValue schema) {
        return mapped(schema, false);
    }

    private static JsonValue mapped(JsonValue value, boolean prose) {
        return switch (value.kind()) {
            case STRING -> prose ? cleanText(value) : value;
            case ARRAY -> {
                List<JsonValue> elements = value.elements().stream()
                        .map(element -> mapped(element, prose))
                        .toList();
                yield elements.equals(value.elements()) ? value : JsonValue.array(elements);
            }
            case OBJECT -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                value.members()
                        .forEach((name, member) -> members.put(name, mapped(member, prose || isProse(name, member))));
                yield members.equals(value.members()) ? value : JsonValue.object(members);
            }
            default -> value;
        };
    }

    private static JsonValue cleanText(JsonValue text) {
        String clean = ModelText.clean(text.asString());
        return clean.equals(text.asString()) ? text : JsonValue.of(clean);
    }

    /** Where a name or a value contains a character that nobody sees, as a JSON pointer. */
    static Optional<String> firstHidden(JsonValue schema) {
        return ModelText.isPlainJson(schema.json()) ? Optional.empty() : firstHidden(schema, false);
    }

    /** In prose, only names are looked at. The way there is written when there is one to tell of. */
    private static Optional<String> firstHidden(JsonValue value, boolean prose) {
        switch (value.kind()) {
            case STRING -> {
                return !prose && isHidden(value.asString()) ? Optional.of("") : Optional.empty();
            }
            case ARRAY -> {
                for (int i = 0; i < value.elements().size(); i++) {
                    Optional<String> found = firstHidden(value.elements().get(i), prose);
                    if (found.isPresent()) {
                        return Optional.of("/" + i + found.get());
                    }
                }
            }
            case OBJECT -> {
                for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
                    Optional<String> found = firstHidden(member, prose);
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
            default -> {}
        }
        return Optional.empty();
    }

    /** A name that cannot be shown is not repeated: its object stands for it. */
    private static Optional<String> firstHidden(Map.Entry<String, JsonValue> member, boolean prose) {
        String name = member.getKey();
        if (isHidden(name)) {
            return Optional.of("");
        }
        return firstHidden(member.getValue(), prose || isProse(name, member.getValue()))
                .map(at -> "/" + name.replace("~", "~0").replace("/", "~1") + at);
    }

    /** Members of other types are schemas: of properties that have such a name. */
    private static boolean isProse(String name, JsonValue value) {
        return (value.kind() == JsonKind.STRING && PROSE.contains(name))
                || (value.kind() == JsonKind.ARRAY && name.equals(EXAMPLES));
    }

    /** What ends a line or a column is allowed, since tools may be asked to choose it. */
    private static boolean isHidden(String text) {
        int before = ModelText.NOTHING;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c != '\n' && c != '\t' && c != '\r' && !ModelText.isVisible(c, before)) {
                return true;
            }
            before = c;
        }
        return false;
    }
}
