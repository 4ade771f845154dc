package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.text.VisibleText;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A question as clients can be asked it, which know texts with options and no forms: a form is one question for each of
 * its fields, one after the other. Confined to its session.
 */
final class PartedQuestion {
    private static final List<String> YES_NO = List.of("yes", "no");

    private final UserQuestion whole;
    private final List<FlatField> fields;
    private final Map<String, JsonValue> given = new LinkedHashMap<>();
    private Optional<JsonValue> answer = Optional.empty();
    private int next;

    PartedQuestion(UserQuestion whole) {
        this.whole = whole;
        this.fields = whole.schema().map(FlatSchema::fields).orElse(List.of());
    }

    /** What is to be asked now, with who asks it in our words (U-104); the words of others are made safe to show. */
    String text() {
        String head = whole.asker().isReserved() ? "" : "[" + whole.asker() + "] ";
        String title = whole.title().isEmpty() ? "" : whole.title() + "\n";
        if (fields.isEmpty()) {
            return head + VisibleText.plain(title + whole.text());
        }
        FlatField field = fields.get(next);
        String about = field.description().isEmpty() ? "" : ": " + field.description();
        String opening = next == 0 ? title + whole.text() + "\n" : "";
        return head + VisibleText.plain(opening + field.label() + about) + (field.required() ? "" : " (may be empty)");
    }

    /** What may be chosen. */
    List<String> options() {
        if (fields.isEmpty()) {
            return whole.choices().stream().map(VisibleText::plain).toList();
        }
        FlatField field = fields.get(next);
        return field.kind() == FlatField.Kind.BOOLEAN
                ? YES_NO
                : field.options().stream()
                        .map(it -> VisibleText.plain(it.label()))
                        .toList();
    }

    /**
     * Takes an answer to what is asked now; after it {@link #answer} is complete, or the next part is asked.
     *
     * @return why it is none, a sentence; then the same is asked again
     */
    Optional<String> take(String text) {
        return fields.isEmpty() ? takeWhole(JsonValue.of(chosen(text))) : takeField(fields.get(next), text);
    }

    /** The choice of which this is what a client was shown, or the text itself. */
    private String chosen(String text) {
        return whole.choices().stream()
                .filter(it -> VisibleText.plain(it).equals(text))
                .findFirst()
                .orElse(text);
    }

    private Optional<String> takeField(FlatField field, String text) {
        if (field.required() || !EcmaText.isBlank(text)) {
            JsonValue value = field.typed(label(field, text));
            Optional<String> objection = field.objection(value);
            if (objection.isPresent()) {
                return objection.map(VisibleText::plain);
            }
            given.put(field.name(), value);
        }
        next++;
        return next < fields.size() ? Optional.empty() : takeForm();
    }

    private static String label(FlatField field, String text) {
        return field.options().stream()
                .map(FlatField.Option::label)
                .filter(it -> VisibleText.plain(it).equals(text))
                .findFirst()
                .orElse(text);
    }

    /** What fits field by field may still be too long as a whole: then all of it is asked anew. */
    private Optional<String> takeForm() {
        Optional<String> objection = takeWhole(JsonValue.object(given));
        if (objection.isPresent()) {
            next = 0;
            given.clear();
        }
        return objection;
    }

    private Optional<String> takeWhole(JsonValue value) {
        Optional<String> objection = whole.objection(value);
        if (objection.isEmpty()) {
            answer = Optional.of(value);
        }
        return objection;
    }

    /** What was answered, once that is complete. */
    Optional<JsonValue> answer() {
        return answer;
    }
}
