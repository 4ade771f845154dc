package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are JSON here and which are not (D-024, T-23, T-24). */
class StrictJsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"type\"",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,}",
                "{,}",
                "{\"a\":1}}",
                "{\"a\":1} {}",
                "{\"a\":1} x",
                "{\"a\":1}\u0000",
                "\uFEFF{\"a\":1}",
                "{'a':1}",
                "{a:1}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":-Infinity}",
                "{\"a\":+1}",
                "{\"a\":01}",
                "{\"a\":-01}",
                "{\"a\":.5}",
                "{\"a\":5.}",
                "{\"a\":1e}",
                "{\"a\":0x1}",
                "{\"a\":tru}",
                "{\"a\":TRUE}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\u0001\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\",
                "{\"a\":\"b}",
                "{\"a\":[1,]}",
                "{\"a\":[1}",
                "{\"a\":{]}",
                "{\"a\":1}//",
                "/**/{\"a\":1}",
                "{\"a\"\u00a0:1}",
                "{\"a\":[\"\\x\"]}",
                "{\"a\":[\"\t\"]}"
            })
    void D024_anything_but_exactly_one_strict_object_is_refused(String text) {
        assertThat(fault(text)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"c\":3,\"\\u0061\":4}",
                "{\"type\":1,\"\\u0074ype\":1}",
                "{\"x\":{\"a\":1,\"a\":1}}",
                "{\"x\":[[{\"a\":1,\"b\":{},\"a\":1}]]}",
                "{\"x\":[{\"y\":{\"z\":{\"\\u00e9\":1,\"é\":1}}}]}"
            })
    void D024_duplicate_keys_are_refused_at_every_level(String text) {
        assertThat(fault(text)).startsWith("duplicate member name");
    }

    @Test
    void D024_the_same_key_in_different_objects_is_no_duplicate() {
        assertThatCode(() -> parse("{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"[,]", "{\"a\":,}"})
    void D024_64_levels_are_allowed_and_65_refused(String open, String close) {
        String deepest = "{\"a\":" + open.repeat(63) + (open.equals("[") ? "" : "1") + close.repeat(63) + "}";
        String tooDeep = "{\"a\":" + open.repeat(64) + (open.equals("[") ? "" : "1") + close.repeat(64) + "}";

        assertThatCode(() -> parse(deepest)).doesNotThrowAnyException();
        assertThat(fault(tooDeep)).isEqualTo("nested deeper than 64 levels");
    }

    @Test
    void D024_members_are_counted_over_the_whole_text() {
        String half =
                IntStream.range(0, 24_999).mapToObj(i -> "\"" + i + "\":0").collect(Collectors.joining(","));
        String allowed = "{\"a\":{" + half + "},\"b\":{" + half + "}}";
        String oneMore = "{\"a\":{" + half + "},\"b\":{" + half + "},\"c\":0}";

        assertThatCode(() -> parse(allowed)).doesNotThrowAnyException();
        assertThat(fault(oneMore)).isEqualTo("more than 50000 members");
    }

    @Test
    void T23_peers_without_authentication_may_send_1000_members() {
        String members =
                IntStream.range(0, 1_000).mapToObj(i -> "\"" + i + "\":0").collect(Collectors.joining(","));

        assertThatCode(() -> JsonValue.parseObject("{" + members + "}", JsonLimits.UNAUTHENTICATED))
                .doesNotThrowAnyException();
        assertThatCode(() -> JsonValue.parseObject("{" + members + ",\"x\":0}", JsonLimits.UNAUTHENTICATED))
                .isInstanceOf(MalformedJson.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "-%s", "0.%s", "-1.%s", "1e%s", "1.5E+%s"})
    void D024_numbers_have_at_most_64_characters_wherever_they_stand(String shape) {
        int room = 64 - shape.replace("%s", "").length();
        String longest = shape.formatted("1".repeat(room));
        String tooLong = shape.formatted("1".repeat(room + 1));

        assertThat(longest).hasSize(64);
        assertThatCode(() -> parse("{\"a\":" + longest + ",\"b\":[" + longest + "]}"))
                .doesNotThrowAnyException();
        assertThat(fault("{\"a\":" + tooLong + "}")).contains("number with more than 64 characters");
        assertThat(fault("{\"a\":[{\"b\":" + tooLong + "}]}")).contains("number with more than 64 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "-1e-999999999", "1e99999999999", "1e-99999999999"})
    void T23_enormous_exponents_are_harmless(String number) throws MalformedJson {
        JsonValue value = JsonValue.parse("{\"a\":" + number + "}");

        JsonValue parsed = value.get("a").orElseThrow();
        assertThat(parsed.json()).isEqualTo(number);
        assertThat(parsed).isEqualTo(JsonValue.parse(number)).hasSameHashCodeAs(JsonValue.parse(number));
        assertThat(parsed.toJava()).isInstanceOf(Number.class);
        assertThat(parsed.asWholeNumber().map(Math::abs).orElse(0L)).isZero();
    }

    @Test
    void T23_a_million_brackets_are_refused_at_once() {
        assertThat(quickFault("[".repeat(1_000_000))).isEqualTo("expected one JSON object");
        assertThat(quickFault("{\"a\":" + "[".repeat(1_000_000))).isEqualTo("nested deeper than 64 levels");
        assertThat(quickFault("{\"a\":".repeat(1_000_000))).isEqualTo("nested deeper than 64 levels");
    }

    @Test
    void T23_a_name_of_two_megabytes_is_refused_at_once() {
        assertThat(quickFault("{\"" + "k".repeat(2 << 20) + "\":1}")).startsWith("a name with more than 50000");
    }

    @Test
    void T23_colliding_names_cost_no_more_than_others() {
        List<String> names = List.of("");
        while (names.size() < 100_000) {
            List<String> longer = new ArrayList<>();
            names.forEach(name -> longer.addAll(List.of(name + "Aa", name + "BB")));
            names = longer;
        }
        assertThat(names.stream().map(String::hashCode).distinct()).hasSize(1);

        String all = names.stream().map(name -> "\"" + name + "\":0").collect(Collectors.joining(",", "{", "}"));
        String allowed = names.stream()
                .limit(50_000)
                .map(name -> "\"" + name + "\":0")
                .collect(Collectors.joining(",", "{", "}"));

        assertThat(quickFault(all)).isEqualTo("more than 50000 members");
        assertThatCode(() -> parse(allowed)).doesNotThrowAnyException();
    }

    @Test
    void D024_lone_surrogates_are_kept() throws MalformedJson {
        JsonValue value = JsonValue.parse("{\"a\":\"x\\ud800y\",\"b\":\"\\udc00\"}");

        JsonValue lone = value.get("a").orElseThrow();
        assertThat(lone.json()).isEqualTo("\"x\\ud800y\"");
        assertThat(lone.asString()).isEqualTo("x\ud800y");
        assertThat(JsonValue.of("x\ud800y😀\udc00").json()).isEqualTo("\"x\\ud800y😀\\udc00\"");
    }

    @Test
    void D024_lone_surrogates_in_names_are_refused() {
        assertThat(fault("{\"a\":{\"x\\ud800\":1}}")).startsWith("not valid JSON");
    }

    @Test
    void the_fault_is_located_and_never_quotes_the_input() {
        assertThat(fault("{\"secret\":ptk-12345}")).isEqualTo("not valid JSON at character 10");
        assertThat(fault("{\"secret\":1,\"secret\":2}")).startsWith("duplicate member name at character ");
    }

    @Test
    void strings_that_precede_a_fault_are_salvaged() {
        Set<String> names = Set.of("type", "id");

        assertThat(JsonValue.salvageStrings("{\"type\":\"push\",\"x\":[{}],\"id\":\"1\",\"data\":\"abc", names))
                .isEqualTo(Map.of("type", "push", "id", "1"));
        assertThat(JsonValue.salvageStrings("{\"other\":\"x\",\"type\":7,\"id\":\"cut o", names))
                .isEmpty();
        assertThat(JsonValue.salvageStrings("[{\"type\":\"push\"}]", names)).isEmpty();
        assertThat(JsonValue.salvageStrings("", names)).isEmpty();
        assertThat(JsonValue.salvageStrings("{\"a\":" + "[".repeat(100_000), names))
                .isEmpty();
    }

    @Test
    void strings_of_a_name_are_found_at_any_depth() throws MalformedJson {
        JsonValue value = JsonValue.parse(
                "{\"r\":\"1\",\"a\":[{\"r\":\"\\u0032\"},{\"b\":{\"r\":{\"r\":\"3\"}}}],\"c\":{\"r\":4}}");

        assertThat(value.stringsNamed("r")).containsExactly("1", "2", "3");
        assertThat(JsonValue.of("r").stringsNamed("r")).isEmpty();
    }

    private static void parse(String text) throws MalformedJson {
        JsonValue.parseObject(text, JsonLimits.STANDARD);
    }

    private static String fault(String text) {
        return catchThrowableOfType(MalformedJson.class, () -> parse(text)).reason();
    }

    /** Generous towards slow machines, and other programs do not count: what is meant is "not for ever". */
    private static String quickFault(String text) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        String fault = fault(text);
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin)).isLessThan(Duration.ofSeconds(2));
        return fault;
    }
}
