package io.tapgateway.app.provide;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.provider.schema.InvalidArguments;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words of a command with places for arguments: <code>{name}</code> is the argument of that name, and
 * <code>{{name}}</code> is <code>{name}</code> itself. An argument never becomes more than a part of its word, and
 * never an option: a word that would begin with a hyphen because of it is refused, unless a word {@code --} stands
 * before. Immutable.
 */
public final class CommandTemplate {
    /** The first group is a text that stood in one more pair of braces, the second one the name of an argument. */
    private static final Pattern PLACE =
            Pattern.compile("\\{(\\{[A-Za-z_][A-Za-z0-9_-]*})}|\\{([A-Za-z_][A-Za-z0-9_-]*)}");

    private static final String END_OF_OPTIONS = "--";

    private final List<String> words;

    private CommandTemplate(List<String> words) {
        this.words = List.copyOf(words);
    }

    /**
     * A command.
     *
     * @throws JsonFault if an argument would choose the program; its pointer is {@code /command}
     */
    public static CommandTemplate of(List<String> words) {
        if (!names(words.subList(0, 1)).isEmpty()) {
            throw new JsonFault("/command", "must name its program, without a place for an argument");
        }
        return new CommandTemplate(words);
    }

    /** The names of the arguments that it has places for, in their order. */
    public Set<String> names() {
        return names(words);
    }

    private static Set<String> names(List<String> words) {
        Set<String> names = new LinkedHashSet<>();
        for (String word : words) {
            PLACE.matcher(word)
                    .results()
                    .map(place -> place.group(2))
                    .filter(Objects::nonNull)
                    .forEach(names::add);
        }
        return names;
    }

    /**
     * The command for these arguments; a word with a place for one that is missing is left out.
     *
     * @throws InvalidArguments if one of them cannot stand where it would
     */
    public List<String> fill(JsonValue arguments) {
        List<String> line = new ArrayList<>();
        boolean afterOptions = false;
        for (String word : words) {
            filled(word, arguments, afterOptions).ifPresent(line::add);
            afterOptions = afterOptions || word.equals(END_OF_OPTIONS);
        }
        return line;
    }

    /** @return empty if an argument is missing */
    private static Optional<String> filled(String word, JsonValue arguments, boolean afterOptions) {
        StringBuilder filled = new StringBuilder();
        Matcher place = PLACE.matcher(word);
        int end = 0;
        while (place.find()) {
            filled.append(word, end, place.start());
            end = place.end();
            String name = place.group(2);
            if (name == null) {
                filled.append(place.group(1));
                continue;
            }
            Optional<JsonValue> value = arguments.get(name).filter(it -> it.kind() != JsonKind.NULL);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            boolean first = filled.isEmpty();
            filled.append(text(value.get()));
            check("/" + name, filled, first && !afterOptions);
        }
        return Optional.of(filled.append(word, end, word.length()).toString());
    }

    private static String text(JsonValue value) {
        return value.kind() == JsonKind.STRING ? value.asString() : value.json();
    }

    private static void check(String pointer, StringBuilder filled, boolean couldBeAnOption) {
        if (couldBeAnOption && filled.indexOf("-") == 0) {
            throw InvalidArguments.at(pointer, "must not begin with a hyphen: the command would take it for an option");
        }
        if (filled.indexOf("\0") >= 0) {
            throw InvalidArguments.at(pointer, "must not contain the character NUL");
        }
        if (Utf8Length.of(filled.toString()) > ProvideLimits.WORD_BYTES) {
            throw InvalidArguments.at(pointer, "is longer than " + ProvideLimits.WORD_BYTES + " bytes");
        }
    }
}
