package io.tapgateway.protocol.json;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The words that an enumerated member may have, and what they stand for. Immutable. */
public final class Vocabulary<E extends Enum<E>> implements JsonReader<E> {
    private final Map<E, String> words;
    private final Map<String, E> constants = new LinkedHashMap<>();

    private Vocabulary(Class<E> type, Function<E, String> wording) {
        words = new EnumMap<>(type);
        for (E constant : type.getEnumConstants()) {
            String word = wording.apply(constant);
            words.put(constant, word);
            constants.put(word, constant);
        }
    }

    /** A word of its own for each constant. */
    public static <E extends Enum<E>> Vocabulary<E> of(Class<E> type, Function<E, String> wording) {
        return new Vocabulary<>(type, wording);
    }

    /** The constants' names in lower case. */
    public static <E extends Enum<E>> Vocabulary<E> lowerCase(Class<E> type) {
        return of(type, constant -> constant.name().toLowerCase(Locale.ROOT));
    }

    /** All words, in the order of their constants. */
    public Set<String> words() {
        return constants.keySet();
    }

    /** The word for a constant. */
    public String word(E constant) {
        return Objects.requireNonNull(words.get(constant));
    }

    /** What a word stands for; empty if it is none of these. */
    public Optional<E> find(String word) {
        return Optional.ofNullable(constants.get(word));
    }

    @Override
    public E read(JsonValue value) {
        return find(TEXT.read(value))
                .orElseThrow(() -> new JsonFault("", "must be one of " + String.join(", ", words())));
    }
}
