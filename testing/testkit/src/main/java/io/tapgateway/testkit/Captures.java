package io.tapgateway.testkit;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values that a script has seen and named, for example {@code $call}. Thread-safe. */
public final class Captures {
    private static final Pattern QUOTED_NAME = Pattern.compile("\"\\$([A-Za-z][A-Za-z0-9_]*)\"");

    private final Map<String, JsonValue> values = new ConcurrentHashMap<>();

    /** Nothing has been captured yet. */
    public Captures() {}

    /** The value of that name, without its {@code $}. */
    public Optional<JsonValue> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** The text of a captured string. */
    public String text(String name) {
        return get(name)
                .orElseThrow(() -> new IllegalArgumentException("nothing was captured as $" + name))
                .asString();
    }

    /** Names a value; the last one counts. */
    public void put(String name, JsonValue value) {
        values.put(name, value);
    }

    /** The text with every {@code "$name"} replaced by the JSON of what was captured under it. */
    public String fillInto(String text) {
        return QUOTED_NAME
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        get(found.group(1)).map(JsonValue::json).orElse(found.group())));
    }
}
