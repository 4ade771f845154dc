package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What arrives as text is passed on character for character. */
class RawSliceTest {
    /** Round the sizes at which Jackson takes its input in pieces. */
    @ParameterizedTest
    @ValueSource(ints = {2, 60, 150, 3_990, 4_000, 4_010, 8_000, 32_760, 32_768, 32_776, 100_000, 1_000_000})
    void members_keep_exactly_the_text_they_came_with(int size) throws MalformedJson {
        for (long seed = 0; seed < (size > 10_000 ? 20L : 300L) * effort(); seed++) {
            RandomJson.Sample sample = new RandomJson(seed * 31 + size).object(size);

            JsonValue value = JsonValue.parseObject(sample.text(), JsonLimits.STANDARD);

            assertThat(texts(value)).as("seed %d", seed).isEqualTo(sample.children());
            assertThat(value.json()).isEqualTo(sample.text());
        }
    }

    @Test
    void strings_and_containers_at_every_offset_of_the_input_buffer_keep_their_text() throws MalformedJson {
        for (int padding = 31_990; padding < 36_040; padding += 3) {
            String text =
                    "{\"a\":\"" + "x".repeat(padding) + "\" , \"b\" : [1,\"\\u0041\"] ,\"c\":-1.5e3 ,\"d\":\"\\\\\"}";

            JsonValue value = JsonValue.parseObject(text, JsonLimits.STANDARD);

            assertThat(texts(value).subList(1, 4)).containsExactly("[1,\"\\u0041\"]", "-1.5e3", "\"\\\\\"");
            assertThat(value.members()).containsOnlyKeys("a", "b", "c", "d");
        }
    }

    @Test
    void what_is_inside_agrees_with_an_ordinary_parser() throws MalformedJson {
        JsonMapper mapper = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
        for (long seed = 0; seed < 300L * effort(); seed++) {
            String text = new RandomJson(seed).object(400).text();

            Object inside = JsonValue.parse(text).toJava();

            assertThat(mapper.valueToTree(inside).toString())
                    .as("seed %d", seed)
                    .isEqualTo(mapper.valueToTree(mapper.readValue(text, Object.class))
                            .toString());
        }
    }

    private static List<String> texts(JsonValue object) {
        return object.members().values().stream().map(JsonValue::json).toList();
    }

    private static long effort() {
        return System.getProperty("tapgateway.depth", "quick").equals("quick") ? 1L : 20L;
    }
}
