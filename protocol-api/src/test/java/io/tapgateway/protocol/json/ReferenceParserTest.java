package io.tapgateway.protocol.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** What is JSON and what is not, judged by an ordinary parser as well: both must take and refuse the same texts (D-024). */
class ReferenceParserTest {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** What is put in, besides what is taken out, doubled and exchanged. */
    private static final String[] SCRAPS = {
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "0",
        "-",
        "+",
        ".",
        "e",
        "E1",
        "00",
        "\\u",
        "\\u12",
        "\\ud800",
        "\\x",
        "\n",
        "\u0000",
        "\u001f",
        "\u007f",
        "\u00a0",
        "\ufeff",
        " ",
        "true",
        "nul",
        "NaN",
        "'",
        "/",
        "\"n0_\":1,",
        "1e400",
        "\u2028"
    };

    @Test
    void damaged_texts_are_taken_and_refused_as_an_ordinary_parser_does() {
        int taken = 0;
        int refused = 0;
        for (long seed = 0; seed < 20_000L * effort(); seed++) {
            String text = damaged(seed);
            boolean expected = isOneObject(text);

            boolean actual = isTaken(text);

            assertThat(actual).as("seed %d: %s", seed, JsonValue.of(text)).isEqualTo(expected);
            taken += actual ? 1 : 0;
            refused += actual ? 0 : 1;
        }
        assertThat(taken).isGreaterThan(1_000);
        assertThat(refused).isGreaterThan(1_000);
    }

    private static String damaged(long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(
                new RandomJson(seed).object(20 + random.nextInt(100)).text());
        for (int blows = random.nextInt(3); blows > 0; blows--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, SCRAPS[random.nextInt(SCRAPS.length)]);
                case 2 -> text.setCharAt(at, text.charAt(random.nextInt(text.length())));
                default -> text.insert(at, text.substring(at, at + random.nextInt(text.length() - at)));
            }
        }
        // A transport decodes UTF-8, so no half of a pair comes in as it is.
        return new String(text.toString().getBytes(UTF_8), UTF_8);
    }

    private static boolean isTaken(String text) {
        try {
            JsonValue.parseObject(text, JsonLimits.STANDARD);
            return true;
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static boolean isOneObject(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            while (!parser.streamReadContext().inRoot()) {
                JsonToken token = parser.nextToken();
                if (token == JsonToken.VALUE_STRING) {
                    parser.getString();
                } else if (token.isNumeric() && parser.getStringLength() > JsonLimits.STANDARD.numberLength()) {
                    return false;
                }
            }
            return parser.nextToken() == null;
        } catch (JacksonException e) {
            return false;
        }
    }

    private static long effort() {
        return System.getProperty("tapgateway.depth", "quick").equals("quick") ? 1L : 20L;
    }
}
