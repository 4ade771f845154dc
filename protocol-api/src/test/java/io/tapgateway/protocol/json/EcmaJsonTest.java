package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EcmaJsonTest {
    private static final Path VECTORS = Path.of("..", "docs", "stringify", "vectors.jsonl");

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson fault) {
            throw new IllegalArgumentException(text, fault);
        }
    }

    private static String stringify(JsonValue value) {
        return EcmaJson.stringify(value, Integer.MAX_VALUE).orElseThrow();
    }

    @Test
    void D171_the_published_vectors_hold() throws IOException {
        List<String> faults = new ArrayList<>();
        List<String> vectors = Files.readAllLines(VECTORS);

        for (String vector : vectors) {
            List<JsonValue> pair = json(vector).elements();
            String written = stringify(json(pair.get(0).asString()));
            if (!written.equals(pair.get(1).asString())) {
                faults.add(pair.get(0) + " became " + written + " and not " + pair.get(1));
            }
        }

        assertThat(vectors).hasSizeGreaterThan(2_000);
        assertThat(faults).isEmpty();
    }

    @Test
    void D171_values_made_in_java_are_written_like_those_that_came_as_text() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("b", 1.0);
        value.put("10", List.of(1.0e21, -0.0, 1e-7f, 100L));
        value.put("9", "git push\n\uD800");

        assertThat(stringify(JsonValue.of(value)))
                .isEqualTo("{\"9\":\"git push\\n\\ud800\",\"10\":[1e+21,0,1e-7,100],\"b\":1}");
    }

    @Test
    void D170_no_more_is_written_than_may_be_searched() {
        assertThat(EcmaJson.stringify(json("[1,2,3]"), 7)).contains("[1,2,3]");
        assertThat(EcmaJson.stringify(json("[1,2,3]"), 6)).isEmpty();
        assertThat(EcmaJson.stringify(json("{\"a\":[\"bc\"]}"), 11)).isEmpty();
        assertThat(EcmaJson.stringify(json("\"abc\""), 4)).isEmpty();
    }

    @Test
    void D171_only_canonical_array_indices_are_put_first() {
        assertThat(List.of("0", "7", "42", "4294967294")).allMatch(EcmaJson::isIndex);
        assertThat(List.of("", "00", "01", "-1", "1.0", "1e3", "4294967295", "42949672940", "٣", "a"))
                .noneMatch(EcmaJson::isIndex);
    }
}
