package io.tapgateway.app.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the person has called this program, so that commands which are printed can be typed as they stand. Immutable.
 *
 * @param command as the shell takes it
 */
record Invocation(String command) {
    /** What the launcher says about it; where nobody says anything, the program has its own name. */
    private static final String PROPERTY = "tapgateway.command";

    private static final String NAME = "tapgateway";

    /** What a shell takes as it is. */
    private static final Pattern WORDS = Pattern.compile("(npx )?[\\w./+~-]+");

    /** The name of the program where a command follows; other text does not have both. */
    private static final Pattern TYPED = Pattern.compile("(?<![\\w./-])" + NAME + "(?= (?:"
            + TapGatewayCommand.names().stream().map(Pattern::quote).collect(Collectors.joining("|"))
            + "|--help|--version)\\b)");

    Invocation {
        command = WORDS.matcher(command).matches() ? command : NAME;
    }

    /** That of this process. */
    static Invocation ofThisProcess() {
        return new Invocation(System.getProperty(PROPERTY, NAME));
    }

    /** A sentence of ours with its commands as they are to be typed. */
    String in(String sentence) {
        return command.equals(NAME) ? sentence : TYPED.matcher(sentence).replaceAll(Matcher.quoteReplacement(command));
    }
}
