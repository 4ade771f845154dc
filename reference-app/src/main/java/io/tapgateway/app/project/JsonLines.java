package io.tapgateway.app.project;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** On which lines the parts of a JSON text stand, for people who have to find them. Immutable. */
final class JsonLines {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, Integer> lines;
    private final int end;

    private JsonLines(Map<String, Integer> lines, int end) {
        this.lines = Map.copyOf(lines);
        this.end = end;
    }

    /** Reads as far as it goes. */
    static JsonLines of(String text) {
        Map<String, Integer> lines = new HashMap<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            return new JsonLines(lines, walk(parser, lines));
        }
    }

    /** Where the text ends, or where it is no JSON any more. */
    int end() {
        return end;
    }

    /** The line of a part, or of the nearest one around it that is there. */
    int lineOf(String pointer) {
        String at = pointer;
        while (!lines.containsKey(at) && !at.isEmpty()) {
            at = at.substring(0, at.lastIndexOf('/'));
        }
        return lines.getOrDefault(at, 1);
    }

    private static int walk(JsonParser parser, Map<String, Integer> lines) {
        try {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                int line = parser.currentTokenLocation().getLineNr();
                lines.putIfAbsent(parser.streamReadContext().pathAsPointer().toString(), line);
            }
            return parser.currentLocation().getLineNr();
        } catch (JacksonException e) {
            return e.getLocation() == null ? 1 : e.getLocation().getLineNr();
        }
    }
}
