package io.tapgateway.app.terminal;

import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A form as lines of a terminal, and as the line that fills it in: {@code name=Ada age=7}. Stateless. */
final class FormLines {
    /** How the line for a form of several fields is written. */
    private static final String HOW = "FIELD=VALUE …, with \"double quotes\" around a value that has blanks";

    private static final Pattern PART = Pattern.compile("\\s*([^\\s=\"]+)=(?:\"([^\"]*)\"|(\\S*))(?=\\s|$)\\s*");

    private FormLines() {}

    /** How the line is written that fills in that form, for people. */
    static String how(FlatSchema form) {
        if (form.fields().size() != 1) {
            return HOW;
        }
        FlatField only = form.fields().get(0);
        if (only.options().isEmpty()) {
            return "VALUE";
        }
        return only.kind() == FlatField.Kind.CHOICES ? "with the numbers of choices" : "with the number of a choice";
    }

    /** Its fields; all that others have said is cleaned. */
    static List<String> shown(FlatSchema form) {
        List<String> lines = new ArrayList<>();
        for (FlatField field : form.fields()) {
            String title = field.title().isEmpty() ? "" : " " + PlainText.of(field.title());
            String about = field.description().isEmpty() ? "" : ": " + PlainText.of(field.description());
            String kind = kind(field) + (field.required() ? ", needed" : "");
            lines.add("    " + PlainText.of(field.name()) + " (" + kind + ")" + title + about);
            for (int i = 0; i < field.options().size(); i++) {
                lines.add("      " + (i + 1) + ") "
                        + PlainText.of(field.options().get(i).label()));
            }
        }
        return lines;
    }

    private static String kind(FlatField field) {
        return switch (field.kind()) {
            case STRING ->
                field.options().isEmpty()
                        ? field.format().map(it -> it.example()).orElse("text")
                        : "one of";
            case CHOICES -> "some of, with commas";
            case NUMBER -> "number";
            case INTEGER -> "whole number";
            case BOOLEAN -> "yes or no";
        };
    }

    /**
     * The object that a line means; whether it fits the form is not looked at. JSON is taken as it is, and where there
     * is one field only, its name need not be typed.
     *
     * @return empty if it cannot be read
     */
    static Optional<JsonValue> read(FlatSchema form, String line) {
        if (line.startsWith("{")) {
            return json(line);
        }
        Map<String, JsonValue> values = new LinkedHashMap<>();
        Matcher part = PART.matcher(line);
        int end = 0;
        while (part.find() && part.start() == end) {
            String name = part.group(1);
            String typed = Optional.ofNullable(part.group(2)).orElseGet(() -> part.group(3));
            values.put(name, field(form, name).map(it -> it.typed(typed)).orElseGet(() -> JsonValue.of(typed)));
            end = part.end();
        }
        if (end == line.length() && end > 0) {
            return Optional.of(JsonValue.object(values));
        }
        return form.fields().size() == 1
                ? Optional.of(JsonValue.object(
                        Map.of(form.fields().get(0).name(), form.fields().get(0).typed(line))))
                : Optional.empty();
    }

    private static Optional<JsonValue> json(String line) {
        try {
            return Optional.of(JsonValue.parse(line));
        } catch (MalformedJson none) {
            return Optional.empty();
        }
    }

    private static Optional<FlatField> field(FlatSchema form, String name) {
        return form.fields().stream().filter(it -> it.name().equals(name)).findFirst();
    }
}
