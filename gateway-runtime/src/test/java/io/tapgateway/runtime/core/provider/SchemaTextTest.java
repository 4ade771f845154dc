package io.tapgateway.runtime.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTextTest {
    /** A letter of the block of tags, a zero-width space, a bidirectional override and an escape. */
    private static final String HIDDEN = "\\udb40\\udc41\\u200b\\u202e\\u001b";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'title':'a%sb'}",
                "{'properties':{'x':{'description':'a%sb'}}}",
                "{'allOf':[{'$comment':'a%sb'}]}",
                "{'examples':['a%sb',{'deep':['a%sb']}]}"
            })
    void T54_prose_is_cleaned(String schema) throws Exception {
        JsonValue shown = SchemaText.cleaned(schema(schema, HIDDEN));

        assertThat(shown).isEqualTo(schema(schema, ""));
        assertThat(SchemaText.firstHidden(schema(schema, HIDDEN))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "{'enum':['a','b%s']}; /enum/1",
                "{'const':{'x':'%s'}}; /const/x",
                "{'default':'%s'}; /default",
                "{'properties':{'a%sb':true}}; /properties",
                "{'properties':{'a/b':{'pattern':'%s'}}}; /properties/a~1b/pattern",
                "{'required':['%s']}; /required/0",
                "{'properties':{'description':{'enum':['%s']}}}; /properties/description/enum/0",
                "{'properties':{'examples':{'enum':['%s']}}}; /properties/examples/enum/0",
                "{'examples':[{'a':{'%s':1}}]}; /examples/0/a"
            })
    void T54_names_and_values_with_hidden_characters_are_found(String schema, String pointer) throws Exception {
        assertThat(SchemaText.firstHidden(schema(schema, HIDDEN))).contains(pointer);
        assertThat(SchemaText.firstHidden(schema(schema, "z"))).isEmpty();
    }

    @Test
    void T54_ends_of_lines_are_values_like_others() throws Exception {
        JsonValue choice = schema("{'enum':['\\n','\\r\\n','\\t']}", "");

        assertThat(SchemaText.firstHidden(choice)).isEmpty();
        assertThat(SchemaText.cleaned(choice)).isEqualTo(choice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u2028", "\u2029", "a\u200d", "a\ufe0f", "\u180b"})
    void T54_other_ends_of_lines_and_idle_joiners_are_hidden(String text) throws Exception {
        assertThat(SchemaText.firstHidden(schema("{'enum':['%s']}", text))).contains("/enum/0");
    }

    @Test
    void T54_values_may_be_pictures() throws Exception {
        assertThat(SchemaText.firstHidden(schema("{'enum':['👩‍💻','❤️']}", "")))
                .isEmpty();
    }

    private static JsonValue schema(String text, String put) throws Exception {
        return JsonValue.parse(text.replace('\'', '"').replace("%s", put));
    }
}
