package io.tapgateway.agentserver.coworker;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a command, with places for arguments (W-057). Immutable.
 *
 * @param text as it was written
 */
public record CommandText(String text) {
    private static final String ALL = "$ARGUMENTS";
    private static final Pattern PLACE = Pattern.compile("\\$([1-9][0-9]?)");
    private static final Pattern TOKEN = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\[Image [0-9]+])|([^\\s\"']+)");

    /** Which arguments it takes: numbered ones in their order, then all of them. */
    public List<String> hints() {
        List<String> hints = new ArrayList<>();
        TreeSet<Integer> numbers = new TreeSet<>();
        PLACE.matcher(text).results().forEach(it -> numbers.add(Integer.valueOf(it.group(1))));
        numbers.forEach(it -> hints.add("$" + it));
        if (text.contains(ALL)) {
            hints.add(ALL);
        }
        return hints;
    }

    /** The text with these arguments; where it has no place for them, they come after a blank line. */
    public String expand(String arguments) {
        List<String> tokens = tokens(arguments);
        int greatest = PLACE.matcher(text)
                .results()
                .mapToInt(it -> Integer.parseInt(it.group(1)))
                .max()
                .orElse(0);
        // All arguments are put in last, so that what they say is no place for others.
        String numbered = PLACE.matcher(text)
                .replaceAll(
                        place -> Matcher.quoteReplacement(taken(tokens, Integer.parseInt(place.group(1)), greatest)));
        String given = EcmaText.trim(arguments);
        if (greatest == 0 && !text.contains(ALL)) {
            return given.isEmpty() ? text : EcmaText.trim(text) + "\n\n" + given;
        }
        return numbered.replace(ALL, given);
    }

    /** The one of that number; the last one takes whatever is left. */
    private static String taken(List<String> tokens, int number, int greatest) {
        if (number > tokens.size()) {
            return "";
        }
        return number == greatest
                ? String.join(" ", tokens.subList(number - 1, tokens.size()))
                : tokens.get(number - 1);
    }

    private static List<String> tokens(String arguments) {
        return TOKEN.matcher(arguments).results().map(CommandText::token).toList();
    }

    private static String token(MatchResult found) {
        for (int group = 1; group <= found.groupCount(); group++) {
            if (found.group(group) != null) {
                return found.group(group);
            }
        }
        throw new IllegalStateException("token: none of the groups has matched");
    }
}
