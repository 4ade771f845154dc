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

    private FlatFieldJson() {}

    static FlatField read(String name, JsonObject property, boolean required) {
        String type = property.optional("type", JsonReader.TEXT).orElse("string");
        Kind kind = KINDS.find(type)
                .orElseThrow(() -> new JsonFault("/type", "must be string, number, integer or boolean"));
        boolean isText = kind == Kind.STRING;
        return new FlatField(
                name,
                kind,
                required,
                property.optional("title", JsonReader.TEXT).orElse(""),
                property.optional("description", JsonReader.TEXT).orElse(""),
                options(property),
                number(property, isText ? "minLength" : "minimum"),
                number(property, isText ? "maxLength" : "maximum"),
                property.optional("format", JsonReader.TEXT).flatMap(FieldFormat::find),
                property.optional("default", JsonReader.ANY));
    }

    private static List<Option> options(JsonObject property) {
        Optional<List<Option>> titled = property.optional("oneOf", TITLED);
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
        boolean isText = field.kind() == Kind.STRING;
        out.word("type", field.kind());
        if (!field.title().isEmpty()) {
            out.text("title", field.title());
        }
        if (!field.description().isEmpty()) {
            out.text("description", field.description());
        }
        if (!field.options().isEmpty() && !titled) {
            out.texts("enum", field.options().stream().map(Option::value).toList())
                    .texts(
                            "enumNames",
                            field.options().stream().map(Option::label).toList());
        } else if (!field.options().isEmpty()) {
            out.objects(
                    "oneOf",
                    field.options(),
                    (it, option) -> it.text("const", option.value()).text("title", option.label()));
        }
        out.value(isText ? "minLength" : "minimum", field.least().map(JsonValue::of))
                .value(isText ? "maxLength" : "maximum", field.most().map(JsonValue::of))
                .text("format", field.format().map(FieldFormat::word))
                .value("default", field.preset());
    }
}
