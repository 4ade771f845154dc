package io.tapgateway.protocol.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * One strict pass over a JSON text; the only place that reads with Jackson. Confined to one call.
 *
 * <p>Checks what D-024 asks for while it passes over a value, so that a slice it hands out needs no second look.
 */
final class StrictScanner implements AutoCloseable {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonLimits.STANDARD.depth())
                    .maxNumberLength(JsonLimits.STANDARD.numberLength())
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String text;
    private final JsonLimits limits;
    private final JsonParser parser;
    private int members;

    private StrictScanner(String text, JsonLimits limits) {
        this.text = text;
        this.limits = limits;
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** The members of the object that is the whole of {@code text}, each value checked and kept as it stands. */
    static Map<String, JsonValue> readObject(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            if (scanner.parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedJson("expected one JSON object");
            }
            return scanner.members();
        });
    }

    /** The elements of the array that is the whole of {@code text}. */
    static List<JsonValue> readArray(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            if (scanner.parser.nextToken() != JsonToken.START_ARRAY) {
                throw new MalformedJson("expected one JSON array");
            }
            return scanner.elements();
        });
    }

    /** The one value that is the whole of {@code text}. */
    static JsonValue readValue(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            if (scanner.parser.nextToken() == null) {
                throw new MalformedJson("expected a JSON value");
            }
            return scanner.capture();
        });
    }

    /** What could be read of the top-level object before the first fault; for telling the peer what it was about. */
    static Map<String, String> salvageStrings(String text, Set<String> names) {
        Map<String, String> found = new LinkedHashMap<>();
        try (StrictScanner scanner = new StrictScanner(text, JsonLimits.STANDARD)) {
            if (scanner.parser.nextToken() == JsonToken.START_OBJECT) {
                while (scanner.parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    String name = scanner.parser.currentName();
                    if (scanner.parser.nextToken() == JsonToken.VALUE_STRING && names.contains(name)) {
                        found.put(name, scanner.parser.getString());
                    } else {
                        scanner.parser.skipChildren();
                    }
                }
            }
        } catch (JacksonException endOfWhatCanBeRead) {
            return found;
        }
        return found;
    }

    private Map<String, JsonValue> members() throws MalformedJson {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        while (nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            nextToken();
            fields.put(name, capture());
        }
        return fields;
    }

    private List<JsonValue> elements() throws MalformedJson {
        List<JsonValue> elements = new ArrayList<>();
        while (nextToken() != JsonToken.END_ARRAY) {
            elements.add(capture());
        }
        return elements;
    }

    private JsonToken nextToken() throws MalformedJson {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new MalformedJson("the text ends too early");
        }
        if (token == JsonToken.PROPERTY_NAME && ++members > limits.members()) {
            throw new MalformedJson("more than " + limits.members() + " members");
        }
        return token;
    }

    private JsonValue capture() throws MalformedJson {
        int start = (int) parser.currentTokenLocation().getCharOffset();
        return switch (parser.currentToken()) {
            case VALUE_NULL -> JsonValue.NULL;
            case VALUE_TRUE -> JsonValue.TRUE;
            case VALUE_FALSE -> JsonValue.FALSE;
            case VALUE_STRING -> {
                String decoded = parser.getString();
                yield JsonValue.string(slice(start), decoded);
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(slice(start).trim());
            case START_OBJECT -> container(JsonKind.OBJECT, start);
            case START_ARRAY -> container(JsonKind.ARRAY, start);
            default -> throw new MalformedJson("unexpected token");
        };
    }

    private JsonValue container(JsonKind kind, int start) throws MalformedJson {
        for (int open = 1; open > 0; ) {
            JsonToken token = nextToken();
            if (token.isStructStart()) {
                open++;
            } else if (token.isStructEnd()) {
                open--;
            } else if (token.isNumeric()) {
                requireShortNumber(parser.getStringLength());
            }
        }
        return JsonValue.container(kind, slice(start));
    }

    private JsonValue number(String digits) throws MalformedJson {
        requireShortNumber(digits.length());
        return JsonValue.number(digits);
    }

    private void requireShortNumber(int length) throws MalformedJson {
        if (length > limits.numberLength()) {
            throw new MalformedJson("a number with more than " + limits.numberLength() + " characters");
        }
    }

    private String slice(int start) {
        return text.substring(start, (int) parser.currentLocation().getCharOffset());
    }

    private interface Pass<T> {
        T over(StrictScanner scanner) throws MalformedJson;
    }

    private static <T> T scan(String text, JsonLimits limits, Pass<T> pass) throws MalformedJson {
        try (StrictScanner scanner = new StrictScanner(text, limits)) {
            T result = pass.over(scanner);
            if (scanner.parser.nextToken() != null) {
                throw new MalformedJson("something follows after the end of the value");
            }
            return result;
        } catch (StreamConstraintsException e) {
            throw new MalformedJson("nested deeper than " + limits.depth() + " levels or a token is too long");
        } catch (JacksonException e) {
            throw new MalformedJson(describe(e));
        }
    }

    /** Jackson's message quotes the input, so only its kind and position go on. */
    private static String describe(JacksonException e) {
        String kind = e.getOriginalMessage() != null && e.getOriginalMessage().startsWith("Duplicate")
                ? "duplicate member name"
                : "not valid JSON";
        TokenStreamLocation location = e.getLocation();
        return location == null || location.getCharOffset() < 0
                ? kind
                : kind + " at character " + location.getCharOffset();
    }

    /** The Java form of a checked text, see {@link JsonValue#toJava}. */
    static @Nullable Object toJava(JsonValue value) {
        return switch (value.kind()) {
            case NULL -> null;
            case STRING -> value.asString();
            case BOOLEAN -> value.asBoolean();
            case NUMBER -> toNumber(value.json());
            case OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                value.members().forEach((name, member) -> map.put(name, member.toJava()));
                yield Collections.unmodifiableMap(map);
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                value.elements().forEach(element -> list.add(element.toJava()));
                yield Collections.unmodifiableList(list);
            }
        };
    }

    private static Number toNumber(String digits) {
        boolean integral = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        if (integral && digits.length() <= 18) {
            return Long.valueOf(digits);
        }
        return new BigDecimal(digits);
    }

    @Override
    public void close() {
        parser.close();
    }
}
