package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatternTest {
    private final Captures captures = new Captures();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1}                | {\"a\":1}",
                "{\"a\":1,\"b\":[true]}   | {\"b\":[true],\"a\":1}",
                "\"*\"                    | {\"anything\":null}",
                "{\"a\":\"*\"}            | {\"a\":[1,2]}",
                "{\"a\":1,\"*\":\"*\"}    | {\"a\":1,\"more\":2}",
                "\"call-*\"               | \"call-17\"",
                "\"*'push'*Bound\"        | \"'push' not legal in state Bound\"",
                "\"a*b*a\"                | \"abba\"",
            })
    void matches(String pattern, String actual) throws Exception {
        assertThat(JsonPattern.parse(pattern).mismatch(JsonValue.parse(actual), captures))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1}            | {\"a\":2}              | /a is 2, not 1",
                "{\"a\":1}            | {}                     | /a is missing",
                "{}                   | {\"a\":1}              | /a was not expected",
                "{\"a\":{\"b\":[1]}}  | {\"a\":{\"b\":[1,2]}}  | /a/b is [1,2], not [1]",
                "{\"a\":[1,{}]}       | {\"a\":[1,{\"x\":0}]}  | /a/1/x was not expected",
                "\"call-*\"           | \"tool-17\"            | the value is \"tool-17\", not \"call-*\"",
                "\"a*a\"              | \"a\"                  | the value is \"a\", not \"a*a\"",
                "\"5\"                | 5                      | the value is 5, not \"5\"",
                "{\"a\":1}            | [1]                    | the value is [1], not {\"a\":1}",
            })
    void names_the_first_difference(String pattern, String actual, String difference) throws Exception {
        assertThat(JsonPattern.parse(pattern).mismatch(JsonValue.parse(actual), captures))
                .contains(difference);
    }

    @Test
    void a_name_captures_a_value_and_is_that_value_from_then_on() throws Exception {
        JsonPattern pattern = JsonPattern.parse("{\"id\":\"$call\"}");

        Optional<String> first = pattern.mismatch(JsonValue.parse("{\"id\":\"call-1\"}"), captures);
        Optional<String> second = pattern.mismatch(JsonValue.parse("{\"id\":\"call-2\"}"), captures);

        assertThat(first).isEmpty();
        assertThat(captures.text("call")).isEqualTo("call-1");
        assertThat(second).contains("/id is \"call-2\", not \"call-1\"");
    }

    @Test
    void a_name_that_occurs_twice_must_be_the_same_value() throws Exception {
        JsonPattern pattern = JsonPattern.parse("[\"$x\",\"$x\"]");

        assertThat(pattern.mismatch(JsonValue.parse("[1,2]"), captures)).contains("/1 is 2, not 1");
        assertThat(captures.get("x")).as("captured by a failure").isEmpty();
        assertThat(pattern.mismatch(JsonValue.parse("[3,3]"), captures)).isEmpty();
    }

    @Test
    void what_was_captured_is_filled_into_what_is_sent() {
        captures.put("call", JsonValue.of("call-1"));

        assertThat(captures.fillInto("{\"id\":\"$call\",\"x\":\"$unknown\",\"y\":\"$call!\"}"))
                .isEqualTo("{\"id\":\"call-1\",\"x\":\"$unknown\",\"y\":\"$call!\"}");
    }

    @Test
    void a_pattern_must_be_JSON() {
        assertThatThrownBy(() -> JsonPattern.parse("{a}")).hasMessageContaining("not a JSON pattern: {a}");
    }
}
