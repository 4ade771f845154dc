package io.tapgateway.app.cli.command;

import io.tapgateway.app.client.EventStream;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What commands show of the control port's answers. Immutable. */
public final class ApiText {
    private ApiText() {}

    public static List<JsonValue> list(JsonValue answer, String name) {
        return answer.get(name)
                .flatMap(JsonReader.list(JsonReader.ANY)::tryRead)
                .orElse(List.of());
    }

    /** A member as people read it; nothing for one that is not there. */
    public static String text(JsonValue object, String name) {
        return object.get(name).map(ApiText::text).orElse("");
    }

    public static boolean isTrue(JsonValue object, String name) {
        return object.get(name).filter(JsonValue.TRUE::equals).isPresent();
    }

    /** The time of day here, of a moment as programs write it. */
    public static String localTime(String ts) {
        try {
            return LocalTime.ofInstant(Instant.parse(ts), ZoneId.systemDefault())
                    .format(DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT));
        } catch (DateTimeParseException e) {
            return ts;
        }
    }

    private static String text(JsonValue value) {
        return switch (value.kind()) {
            case STRING -> value.asString();
            case ARRAY -> Integer.toString(value.elements().size());
            case NULL -> "";
            case OBJECT, NUMBER, BOOLEAN -> value.json();
        };
    }

    /** What a piece of news says; empty if that is no JSON. */
    public static Optional<JsonValue> parsed(EventStream.Event news) {
        try {
            return Optional.of(JsonValue.parse(news.data()));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }
}
