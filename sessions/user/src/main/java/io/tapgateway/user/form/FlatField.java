package io.tapgateway.user.form;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.MayChange;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One field of a form. Immutable.
 *
 * @param name of the member in the answer; 1 to {@value #MOST_OF_NAME} characters
 * @param title what people see instead, at most {@value #MOST_OF_TITLE} characters; may be empty
 * @param description at most {@value #MOST_OF_DESCRIPTION} characters; may be empty
 * @param options the only values of a text, empty if it is any; or those that may be chosen
 * @param least the smallest number, or the smallest number of characters of a text, or of choices
 * @param most the largest number, or the largest number of characters of a text, or of choices
 * @param format what a text has to look like
 * @param preset what a surface may fill in at first
 */
@MayChange
public record FlatField(
        String name,
        Kind kind,
        boolean required,
        String title,
        String description,
        List<Option> options,
        Optional<BigDecimal> least,
        Optional<BigDecimal> most,
        Optional<FieldFormat> format,
        Optional<JsonValue> preset) {
    /** How many characters a name has at most. */
    public static final int MOST_OF_NAME = 64;

    /** How many characters a title has at most (U-104). */
    public static final int MOST_OF_TITLE = 200;

    /** How many characters a description has at most. */
    public static final int MOST_OF_DESCRIPTION = 1_024;

    /** How many options there are at most (U-104). */
    public static final int MOST_OPTIONS = 20;

    /** How many characters the value and the label of an option have at most (U-104). */
    public static final int MOST_OF_OPTION = 200;

    /** What a field takes. */
    public enum Kind {
        /** A text. */
        STRING,
        /** A number. */
        NUMBER,
        /** A whole number. */
        INTEGER,
        /** Yes or no. */
        BOOLEAN,
        /** Some of its options: a list of texts, each of them once. */
        CHOICES
    }

    /**
     * One of the values that a text may have.
     *
     * @param value as it is answered
     * @param label as people see it
     */
    public record Option(String value, String label) {
        public Option {
            require(
                    value.length() <= MOST_OF_OPTION && !label.isBlank() && label.length() <= MOST_OF_OPTION,
                    "An option has at most " + MOST_OF_OPTION + " characters.");
        }
    }

    /** @throws IllegalArgumentException if it is beyond a limit; the message is a sentence for whoever asks */
    public FlatField {
        options = List.copyOf(options);
        require(
                !name.isBlank() && name.length() <= MOST_OF_NAME,
                "The name of a field has 1 to " + MOST_OF_NAME + " characters.");
        require(title.length() <= MOST_OF_TITLE, "A title has at most " + MOST_OF_TITLE + " characters.");
        require(
                description.length() <= MOST_OF_DESCRIPTION,
                "The description of a field has at most " + MOST_OF_DESCRIPTION + " characters.");
        require(options.size() <= MOST_OPTIONS, "A field has at most " + MOST_OPTIONS + " options.");
        require(
                options.isEmpty() || kind == Kind.STRING || kind == Kind.CHOICES,
                "Only a text has options, or a list of texts.");
        require(!options.isEmpty() || kind != Kind.CHOICES, "Choices need options.");
    }

    /** A field that takes anything of its kind. */
    public static FlatField of(String name, Kind kind, boolean required) {
        return new FlatField(
                name,
                kind,
                required,
                "",
                "",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** What to call it in front of people. */
    public String label() {
        return title.isBlank() ? name : title;
    }

    /** How long it is where all of it is shown, in characters. */
    int length() {
        int chosen = options.stream().mapToInt(it -> it.label().length()).sum();
        return name.length() + title.length() + description.length() + chosen;
    }

    /** Why it does not take this value, a sentence; empty if it does. */
    public Optional<String> objection(JsonValue value) {
        return switch (kind) {
            case STRING -> value.kind() == JsonKind.STRING ? ofText(value.asString()) : no("takes a text");
            case BOOLEAN -> value.kind() == JsonKind.BOOLEAN ? Optional.empty() : no("takes yes or no");
            case NUMBER -> value.kind() == JsonKind.NUMBER ? ofNumber(value) : no("takes a number");
            case INTEGER ->
                value.kind() == JsonKind.NUMBER && value.asWholeNumber().isPresent()
                        ? ofNumber(value)
                        : no("takes a whole number");
            case CHOICES -> value.kind() == JsonKind.ARRAY ? ofChoices(value.elements()) : no("takes a list");
        };
    }

    private Optional<String> ofText(String text) {
        if (required && text.isBlank()) {
            return Optional.of("'" + label() + "' has to be filled in.");
        }
        if (!options.isEmpty() && options.stream().noneMatch(it -> it.value().equals(text))) {
            return no("takes one of its options");
        }
        if (format.isPresent() && !format.get().matches(text)) {
            return no("takes " + format.get().example());
        }
        BigDecimal length = BigDecimal.valueOf(text.codePointCount(0, text.length()));
        return outside(length).map(bound -> "'" + label() + "' takes " + bound + " characters.");
    }

    private Optional<String> ofChoices(List<JsonValue> chosen) {
        boolean known = chosen.stream()
                .allMatch(one ->
                        options.stream().anyMatch(it -> JsonValue.of(it.value()).equals(one)));
        if (!known || chosen.stream().distinct().count() != chosen.size()) {
            return no("takes some of its options, each of them once");
        }
        return outside(BigDecimal.valueOf(chosen.size()))
                .map(bound -> "'" + label() + "' takes " + bound + " options.");
    }

    private Optional<String> ofNumber(JsonValue value) {
        return outside(new BigDecimal(value.json())).map(bound -> "'" + label() + "' takes " + bound + ".");
    }

    private Optional<String> outside(BigDecimal size) {
        return least.filter(it -> size.compareTo(it) < 0)
                .map(it -> "at least " + it)
                .or(() -> most.filter(it -> size.compareTo(it) > 0).map(it -> "at most " + it));
    }

    private Optional<String> no(String what) {
        return Optional.of("'" + label() + "' " + what + ".");
    }

    /**
     * What somebody means who has typed this: the number or the label of an option, several of them with commas, a
     * number, yes or no.
     *
     * @return a value to be checked by {@link #objection}; what cannot be read is the text itself
     */
    public JsonValue typed(String text) {
        String trimmed = text.strip();
        return switch (kind) {
            case STRING -> JsonValue.of(option(trimmed).orElse(text));
            case BOOLEAN ->
                switch (trimmed.toLowerCase(Locale.ROOT)) {
                    case "y", "yes", "true" -> JsonValue.TRUE;
                    case "n", "no", "false" -> JsonValue.FALSE;
                    default -> JsonValue.of(text);
                };
            case NUMBER, INTEGER -> number(trimmed).orElseGet(() -> JsonValue.of(text));
            case CHOICES ->
                JsonValue.array(Arrays.stream(trimmed.split(",", -1))
                        .map(String::strip)
                        .filter(it -> !it.isEmpty())
                        .map(it -> JsonValue.of(option(it).orElse(it)))
                        .toList());
        };
    }

    private Optional<String> option(String text) {
        return IntStream.range(0, options.size())
                .filter(i -> Integer.toString(i + 1).equals(text)
                        || options.get(i).label().equals(text))
                .mapToObj(i -> options.get(i).value())
                .findFirst();
    }

    private static Optional<JsonValue> number(String text) {
        try {
            JsonValue value = JsonValue.parse(text);
            return Optional.of(value).filter(it -> it.kind() == JsonKind.NUMBER);
        } catch (MalformedJson notOne) {
            return Optional.empty();
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
