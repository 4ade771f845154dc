package io.tapgateway.protocol.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/**
 * One strict pass over a JSON text; the only place that reads with Jackson. Confined to one call.
 *
 * <p>Checks what D-024 asks for while it passes over a value, so that a slice it hands out needs no second look.
 * Strings are passed over as well: whoever wants their text decodes them then.
 */
final class StrictScanner implements AutoCloseable {
    /**
     * Nesting is counted here, so that the fault is named; Jackson only has to be no stricter. Equal names are found
     * here as well: the outermost object becomes a map, which knows them anyway. Names are not canonicalized: Jackson's
     * symbol tables are shared between peers and can be filled by any of them. Buffers are a thread's own: a shared
     * pool of them costs more than a short message.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonLimits.LINK.depth() + 1)
                    .maxNumberLength(JsonLimits.STANDARD.numberLength())
                    .maxNameLength(JsonLimits.NAME_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    private final String text;
    private final JsonLimits limits;
    private final JsonParser parser;
    private int members;
    private int depth;

    private StrictScanner(String text, JsonLimits limits) {
        this.text = text;
        this.limits = limits;
        this.parser = FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /** The members of the object that is the whole of {@code text}, each value checked and kept as it stands. */
    static Map<String, JsonValue> readObject(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            scanner.begin(JsonToken.START_OBJECT, "expected one JSON object");
            return scanner.members();
        });
    }

    /** The elements of the array that is the whole of {@code text}. */
    static List<JsonValue> readArray(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            scanner.begin(JsonToken.START_ARRAY, "expected one JSON array");
            return scanner.elements();
        });
    }

    /** The one value that is the whole of {@code text}. */
    static JsonValue readValue(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            scanner.nextToken();
            return scanner.capture();
        });
    }

    /** The decoded form of the string that is the whole of {@code text}. */
    static String readString(String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            scanner.begin(JsonToken.VALUE_STRING, "expected one JSON string");
            return scanner.parser.getString();
        });
    }

    /** The strings that are members of that name of any object in {@code text}. */
    static List<String> readStringsNamed(String name, String text, JsonLimits limits) throws MalformedJson {
        return scan(text, limits, scanner -> {
            List<String> found = new ArrayList<>();
            for (JsonToken token = scanner.nextToken(); scanner.depth > 0; token = scanner.nextToken()) {
                if (token == JsonToken.PROPERTY_NAME
                        && scanner.parser.currentName().equals(name)
                        && scanner.nextToken() == JsonToken.VALUE_STRING) {
                    found.add(scanner.parser.getString());
                }
            }
            return found;
        });
    }

    /** What could be read of the top-level object before the first fault; for telling the peer what it was about. */
    static Map<String, String> salvageStrings(String text, Set<String> names) {
        Map<String, String> found = new LinkedHashMap<>();
        MemberNames seen = new MemberNames();
        try (StrictScanner scanner = new StrictScanner(text, JsonLimits.STANDARD)) {
            if (scanner.parser.nextToken() == JsonToken.START_OBJECT) {
                while (scanner.parser.nextToken() == JsonToken.PROPERTY_NAME
                        && seen.add(scanner.parser.currentName())) {
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

    private void begin(JsonToken expected, String otherwise) throws MalformedJson {
        if (nextToken() != expected) {
            throw new MalformedJson(otherwise);
        }
    }

    private Map<String, JsonValue> members() throws MalformedJson {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        while (nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            if (fields.containsKey(name)) {
                throw duplicate();
            }
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

    /** Moves on, and counts what the limits are about. */
    private JsonToken nextToken() throws MalformedJson {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new MalformedJson("the text ends too early");
        } else if (token == JsonToken.PROPERTY_NAME) {
            if (++members > limits.members()) {
                throw new MalformedJson("more than " + limits.members() + " members");
            }
        } else if (token.isStructStart()) {
            if (++depth > limits.depth()) {
                throw new MalformedJson("nested deeper than " + limits.depth() + " levels");
            }
        } else if (token.isStructEnd()) {
            depth--;
        } else if (token.isNumeric() && parser.getStringLength() > limits.numberLength()) {
            throw new MalformedJson("a number with more than " + limits.numberLength() + " characters");
        }
        return token;
    }

    private JsonValue capture() throws MalformedJson {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> JsonValue.NULL;
            case VALUE_TRUE -> JsonValue.TRUE;
            case VALUE_FALSE -> JsonValue.FALSE;
            case VALUE_STRING -> string(start());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> JsonValue.number(parser.getString());
            case START_OBJECT -> container(JsonKind.OBJECT, start());
            case START_ARRAY -> container(JsonKind.ARRAY, start());
            default -> throw new MalformedJson("unexpected token");
        };
    }

    private int start() {
        return (int) parser.currentTokenLocation().getCharOffset();
    }

    /** Jackson checks the string when it moves on; here only its end is wanted. */
    private JsonValue string(int start) throws MalformedJson {
        for (int i = start + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return JsonValue.string(text.substring(start, i + 1));
            } else if (c == '\\') {
                i++;
            }
        }
        throw new MalformedJson("the text ends too early");
    }

    private JsonValue container(JsonKind kind, int start) throws MalformedJson {
        passOver(parser.currentToken());
        return JsonValue.container(
                kind, text.substring(start, (int) parser.currentLocation().getCharOffset()));
    }

    /** Checks the value that begins with that token. */
    private void passOver(JsonToken token) throws MalformedJson {
        if (token == JsonToken.START_OBJECT) {
            MemberNames names = new MemberNames();
            while (nextToken() == JsonToken.PROPERTY_NAME) {
                if (!names.add(parser.currentName())) {
                    throw duplicate();
                }
                passOver(nextToken());
            }
        } else if (token == JsonToken.START_ARRAY) {
            for (JsonToken next = nextToken(); next != JsonToken.END_ARRAY; next = nextToken()) {
                passOver(next);
            }
        }
    }

    private MalformedJson duplicate() {
        return new MalformedJson("duplicate member name at character "
                + parser.currentTokenLocation().getCharOffset());
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
            throw new MalformedJson("a name with more than " + JsonLimits.NAME_LENGTH + " or a number with more than "
                    + limits.numberLength() + " characters");
        } catch (JacksonException e) {
            throw new MalformedJson(describe(e));
        }
    }

    /** Jackson's message quotes the input, so only its position goes on. */
    private static String describe(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        return location == null || location.getCharOffset() < 0
                ? "not valid JSON"
                : "not valid JSON at character " + location.getCharOffset();
    }

    @Override
    public void close() {
        parser.close();
    }
}
