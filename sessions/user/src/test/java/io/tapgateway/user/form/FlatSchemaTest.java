package io.tapgateway.user.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms with flat fields, and what answers them. */
final class FlatSchemaTest {
    private static final String SCHEMA = """
            {"type":"object","properties":{
              "name":{"type":"string","title":"Your name","minLength":2,"maxLength":5},
              "mail":{"type":"string","format":"email"},
              "age":{"type":"integer","minimum":0,"maximum":150},
              "share":{"type":"number","minimum":0.5},
              "sure":{"type":"boolean","default":true},
              "colour":{"type":"string","enum":["r","b"],"enumNames":["Red","Blue"]},
              "size":{"type":"string","oneOf":[{"const":"s","title":"Small"}]},
              "days":{"type":"array","items":{"type":"string","enum":["mo","tu","we"]},"minItems":1,"maxItems":2},
              "rooms":{"type":"array","items":{"anyOf":[{"const":"k","title":"Kitchen"}]}}},
             "required":["name"]}""";

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError(e);
        }
    }

    private static FlatSchema schema() {
        return FlatSchema.read(json(SCHEMA));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"name\":\"Ada\"} | ~~",
                "{\"name\":\"Ada\",\"mail\":\"a@b\",\"age\":150,\"share\":0.5,\"sure\":false,\"colour\":\"b\"} | ~~",
                "{} | 'Your name' has to be filled in.",
                "{\"name\":\" \"} | 'Your name' has to be filled in.",
                "{\"name\":\"A\"} | 'Your name' takes at least 2 characters.",
                "{\"name\":\"Adaaaa\"} | 'Your name' takes at most 5 characters.",
                "{\"name\":7} | 'Your name' takes a text.",
                "{\"name\":\"Ada\",\"mail\":\"ab\"} | 'mail' takes an address like ada@example.org.",
                "{\"name\":\"Ada\",\"age\":151} | 'age' takes at most 150.",
                "{\"name\":\"Ada\",\"age\":1.5} | 'age' takes a whole number.",
                "{\"name\":\"Ada\",\"share\":0.49} | 'share' takes at least 0.5.",
                "{\"name\":\"Ada\",\"sure\":\"yes\"} | 'sure' takes yes or no.",
                "{\"name\":\"Ada\",\"colour\":\"Red\"} | 'colour' takes one of its options.",
                "{\"name\":\"Ada\",\"days\":[\"tu\",\"mo\"],\"rooms\":[]} | ~~",
                "{\"name\":\"Ada\",\"days\":\"mo\"} | 'days' takes a list.",
                "{\"name\":\"Ada\",\"days\":[]} | 'days' takes at least 1 options.",
                "{\"name\":\"Ada\",\"days\":[\"mo\",\"tu\",\"we\"]} | 'days' takes at most 2 options.",
                "{\"name\":\"Ada\",\"days\":[\"mo\",\"mo\"]} | 'days' takes some of its options, each of them once.",
                "{\"name\":\"Ada\",\"rooms\":[\"Kitchen\"]} | 'rooms' takes some of its options, each of them once.",
                "{\"name\":\"Ada\",\"more\":1} | The form has no field 'more'.",
                "\"Ada\" | The answer is an object with the fields of the form."
            })
    void U102_an_answer_is_checked_against_the_form(String answer, String objection) {
        assertThat(schema().objection(json(answer)))
                .isEqualTo(Optional.of(objection).filter(it -> !it.isEmpty()));
    }

    @Test
    void what_is_written_is_read_again() {
        assertThat(FlatSchema.read(schema().json())).isEqualTo(schema());
    }

    @Test
    void options_are_written_with_titles_where_they_have_some_and_these_are_known() {
        String newer = schema().json().json();
        String older = schema().json(false).json();

        assertThat(newer)
                .contains(
                        "\"oneOf\":[{\"const\":\"r\",\"title\":\"Red\"},{\"const\":\"b\",\"title\":\"Blue\"}]",
                        "\"items\":{\"type\":\"string\",\"enum\":[\"mo\",\"tu\",\"we\"]},\"minItems\":1,\"maxItems\":2",
                        "\"anyOf\":[{\"const\":\"k\",\"title\":\"Kitchen\"}]");
        assertThat(older)
                .contains("\"enum\":[\"r\",\"b\"],\"enumNames\":[\"Red\",\"Blue\"]")
                .doesNotContain("oneOf", "anyOf");
    }

    @Test
    void U104_a_form_has_twenty_fields_and_a_field_twenty_options_of_two_hundred() {
        List<FlatField> twenty = IntStream.range(0, FlatSchema.MOST_FIELDS)
                .mapToObj(i -> FlatField.of("f" + i, FlatField.Kind.STRING, false))
                .toList();
        assertThat(new FlatSchema(twenty).fields()).hasSize(20);
        List<FlatField> more = new ArrayList<>(twenty);
        more.add(FlatField.of("f20", FlatField.Kind.STRING, false));

        assertThatThrownBy(() -> new FlatSchema(more)).hasMessage("A form has 1 to 20 fields.");
        assertThatThrownBy(() -> new FlatSchema(List.of())).hasMessage("A form has 1 to 20 fields.");
        assertThat(FlatSchema.read(options(20)).fields().get(0).options()).hasSize(20);
        assertThatThrownBy(() -> FlatSchema.read(options(21))).hasMessage("A field has at most 20 options.");
        String longest = "x".repeat(FlatField.MOST_OF_OPTION);
        assertThat(new FlatField.Option(longest, longest).label()).hasSize(200);
        assertThatThrownBy(() -> new FlatField.Option("x", longest + "x"))
                .hasMessage("An option has at most 200 characters.");
    }

    private static JsonValue options(int number) {
        String values = String.join(
                ",", IntStream.range(0, number).mapToObj(i -> "\"v" + i + "\"").toList());
        return json("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[" + values + "]}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"type\":\"array\",\"properties\":{}}",
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":{}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"choices\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\",\"minimum\":\"1\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"b\"]}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"enum\":[\"b\"],\"enumNames\":[]}}}",
                "[]"
            })
    void other_schemas_are_refused_with_a_sentence(String schema) {
        assertThatThrownBy(() -> FlatSchema.read(json(schema)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "EMAIL,a@b,a b@c",
        "URI,https://a,//a",
        "DATE,2026-02-28,2026-02-30",
        "DATE_TIME,2026-01-31T12:00:00Z,2026-01-31"
    })
    void formats_are_checked(FieldFormat format, String good, String bad) {
        assertThat(format.matches(good)).isTrue();
        assertThat(format.matches(bad)).isFalse();
        assertThat(FieldFormat.find(format.word())).contains(format);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "name,1,\"1\"",
                "age, 7 ,7",
                "age,seven,\"seven\"",
                "share,0.25,0.25",
                "sure,Y,true",
                "sure,no,false",
                "colour,2,\"b\"",
                "colour,Blue,\"b\"",
                "colour,b,\"b\"",
                "rooms,1,[\"k\"]",
                "rooms,Kitchen,[\"k\"]",
                "days,tu,[\"tu\"]"
            })
    void what_is_typed_is_taken_as_it_is_meant(String field, String typed, String value) {
        FlatField found = schema().fields().stream()
                .filter(it -> it.name().equals(field))
                .findFirst()
                .orElseThrow();

        assertThat(found.typed(typed)).isEqualTo(json(value));
    }
}
