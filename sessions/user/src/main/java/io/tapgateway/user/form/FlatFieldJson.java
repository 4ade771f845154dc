package io.tapgateway.user.form;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.user.form.FlatField.Kind;
import io.tapgateway.user.form.FlatField.Option;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fields as properties of a JSON Schema, in the forms that MCP has for them. Stateless. */
final class FlatFieldJson {
    private static final Vocabulary<Kind> KINDS = Vocabulary.lowerCase(Kind.class);
    private static final JsonReader<List<String>> TEXTS = JsonReader.list(JsonReader.TEXT);
    private static final JsonReader<List<Option>> TITLED = JsonReader.list(JsonReader.object(
            it -> new Option(it.required("const", JsonReader.TEXT), it.required("title", JsonReader.TEXT))));

    /** What a list is called whose elements are some of the options. */
    private static final String LIST = "array";

    private static final JsonReader<List<Option>> ITEMS = JsonReader.object(it -> options(it, "anyOf"));

    private FlatFieldJson() {}

    static FlatField read(String name, JsonObject property, boolean required) {
        Kind kind = kind(property.optional("type", JsonReader.TEXT).orElse("string"));
        return new FlatField(
                name,
                kind,
                required,
                property.optional("title", JsonReader.TEXT).orElse(""),
                property.optional("description", JsonReader.TEXT).orElse(""),
                kind == Kind.CHOICES ? property.required("items", ITEMS) : options(property, "oneOf"),
                number(property, least(kind)),
                number(property, most(kind)),
                property.optional("format", JsonReader.TEXT).flatMap(FieldFormat::find),
                property.optional("default", JsonReader.ANY));
    }

    private static Kind kind(String type) {
        return type.equals(LIST)
                ? Kind.CHOICES
                : KINDS.find(type)
                        .filter(it -> it != Kind.CHOICES)
                        .orElseThrow(() -> new JsonFault("/type", "must be string, number, integer, boolean or array"));
    }

    private static String least(Kind kind) {
        return switch (kind) {
            case STRING -> "minLength";
            case CHOICES -> "minItems";
            case NUMBER, INTEGER, BOOLEAN -> "minimum";
        };
    }

    private static String most(Kind kind) {
        return switch (kind) {
            case STRING -> "maxLength";
            case CHOICES -> "maxItems";
            case NUMBER, INTEGER, BOOLEAN -> "maximum";
        };
    }

    /** @param titles the member that has the options with titles of their own */
    private static List<Option> options(JsonObject property, String titles) {
        Optional<List<Option>> titled = property.optional(titles, TITLED);
        if (titled.isPresent()) {
            return titled.get();
        }
        List<String> values = property.optional("enum", TEXTS).orElse(List.of());
        List<String> labels = property.optional("enumNames", TEXTS).orElse(values);
        if (labels.size() != values.size()) {
            throw new JsonFault("/enumNames", "must name every value of enum");
        }
        List<Option> options = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            options.add(new Option(values.get(i), labels.get(i)));
        }
        return options;
    }

    private static Optional<BigDecimal> number(JsonObject property, String name) {
        Optional<JsonValue> value = property.optional(name, JsonReader.ANY);
        value.filter(it -> it.kind() != JsonKind.NUMBER).ifPresent(it -> {
            throw new JsonFault("/" + name, "must be a number");
        });
        return value.map(it -> new BigDecimal(it.json()));
    }

    static void write(JsonWriter out, FlatField field, boolean titled) {
        if (field.kind() == Kind.CHOICES) {
            out.text("type", LIST);
        } else {
            out.word("type", field.kind());
        }
        if (!field.title().isEmpty()) {
            out.text("title", field.title());
        }
        if (!field.description().isEmpty()) {
            out.text("description", field.description());
        }
        if (field.kind() == Kind.CHOICES) {
            out.object("items", items -> options(items.text("type", "string"), field.options(), titled, "anyOf"));
        } else if (!field.options().isEmpty()) {
            options(out, field.options(), titled, "oneOf");
        }
        out.value(least(field.kind()), field.least().map(JsonValue::of))
                .value(most(field.kind()), field.most().map(JsonValue::of))
                .text("format", field.format().map(FieldFormat::word))
                .value("default", field.preset());
    }

    /** Options that are called as what they stand for need no titles. */
    private static void options(JsonWriter out, List<Option> options, boolean titled, String titles) {
        List<String> values = options.stream().map(Option::value).toList();
        List<String> labels = options.stream().map(Option::label).toList();
        if (titled && !values.equals(labels)) {
            out.objects(
                    titles,
                    options,
                    (it, option) -> it.text("const", option.value()).text("title", option.label()));
            return;
        }
        out.texts("enum", values);
        if (!values.equals(labels)) {
            out.texts("enumNames", labels);
        }
    }
}
