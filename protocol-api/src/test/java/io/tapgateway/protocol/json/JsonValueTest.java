package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueTest {
    @Test
    void only_what_has_to_be_escaped_is_escaped() {
        String text = "a/b\n\"\\\u0001\u007f\u2028é😀\ud800x\udc00";

        assertThat(JsonValue.of(text).json()).isEqualTo("\"a/b\\n\\\"\\\\\\u0001\u007f\u2028é😀\\ud800x\\udc00\"");
    }

    @Test
    void java_values_become_json() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a\"b\\c\n\u0001é");
        map.put("numbers", List.of(1, 2L, 3.5, new BigDecimal("1.10"), BigInteger.TEN));
        map.put("flags", new boolean[] {true, false});
        map.put("nothing", null);
        map.put("maybe", Arrays.asList(Optional.of("x"), Optional.empty()));
        map.put("enum", JsonKind.OBJECT);
        map.put("char", 'c');
        map.put("json", JsonValue.EMPTY_OBJECT);

        assertThat(JsonValue.of((Object) map).json())
                .isEqualTo("{\"text\":\"a\\\"b\\\\c\\n\\u0001é\",\"numbers\":[1,2,3.5,1.10,10],\"flags\":[true,false],"
                        + "\"nothing\":null,\"maybe\":[\"x\",null],\"enum\":\"OBJECT\",\"char\":\"c\",\"json\":{}}");
    }

    @Test
    void what_has_no_json_form_is_refused() {
        List<Object> endless = new ArrayList<>();
        endless.add(endless);

        assertThatThrownBy(() -> JsonValue.of(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonValue.of(Float.POSITIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonValue.of(new Object())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonValue.of((Object) endless)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_value_from_text_equals_the_same_value_from_java() throws MalformedJson {
        JsonValue parsed = JsonValue.parse(" { \"b\" : [ 1 , \"\\u0078\" ] , \"a\" : null } ");
        JsonValue made = JsonValue.object(
                Map.of("a", JsonValue.NULL, "b", JsonValue.array(List.of(JsonValue.of(1), JsonValue.of("x")))));

        assertThat(parsed).isEqualTo(made).hasSameHashCodeAs(made).isNotEqualTo(JsonValue.EMPTY_OBJECT);
        assertThat(parsed.toJava()).isEqualTo(made.toJava());
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2",
        "2.0, 2",
        "-3e2, -300",
        "0.5,",
        "1e400,",
        "9007199254740992, 9007199254740992",
        "9007199254740994,"
    })
    void a_number_is_whole_if_its_value_is(String text, Long value) throws MalformedJson {
        assertThat(JsonValue.parse(text).asWholeNumber()).isEqualTo(Optional.ofNullable(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"plain\"", "\"a\\\"b\"", "\"\\\\\"", "\"\\ud83d\\ude00\"", "\"\\/\\b\\f\""})
    void strings_are_decoded_when_asked_for(String text) throws MalformedJson {
        JsonValue value = JsonValue.parse(text);

        assertThat(value.json()).isEqualTo(text);
        assertThat(JsonValue.of(value.asString())).isEqualTo(value);
    }

    @Test
    void content_of_another_kind_is_not_handed_out() {
        assertThatThrownBy(JsonValue.NULL::asString).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(JsonValue.TRUE::members).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(JsonValue.of("1")::asDouble).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(JsonValue.EMPTY_OBJECT::elements).isInstanceOf(IllegalStateException.class);
        assertThat(JsonValue.of("x").get("y")).isEmpty();
    }

    @Test
    void values_cannot_be_changed_through_what_they_were_made_of_or_hand_out() {
        Map<String, JsonValue> members = new LinkedHashMap<>(Map.of("a", JsonValue.TRUE));
        JsonValue value = JsonValue.object(members);

        members.clear();

        assertThat(value.members()).containsOnlyKeys("a");
        assertThatThrownBy(() -> value.members().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "abc, 5, true",
        "abc, 4, false",
        "é, 4, true",
        "é, 3, false",
        "中, 5, true",
        "中, 4, false",
        "😀, 6, true",
        "😀, 5, false"
    })
    void size_is_counted_in_bytes_of_the_written_form(String text, int limit, boolean fits) {
        assertThat(JsonValue.of(text).fitsInto(limit)).isEqualTo(fits);
    }
}
