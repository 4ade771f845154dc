package io.tapgateway.app.cli;

import io.tapgateway.app.text.ProgramName;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How the person has called this program, so that commands which are printed can be typed as they stand. Immutable.
 *
 * @param command as the shell takes it
 */
record Invocation(String command) {
    /** The name of the program where a command follows; other text does not have both. */
    private static final Pattern TYPED = Pattern.compile("(?<![\\w./-])" + ProgramName.USUAL + "(?= (?:"
            + TapGatewayCommand.names().stream().map(Pattern::quote).collect(Collectors.joining("|"))
            + "|--help|--version)\\b)");

    Invocation {
        command = ProgramName.orUsual(command);
    }

    /** That of this process. */
    static Invocation ofThisProcess() {
        return new Invocation(ProgramName.ofThisProcess());
    }

    /** A sentence of ours with its commands as they are to be typed. */
    String in(String sentence) {
        return command.equals(ProgramName.USUAL)
                ? sentence
                : TYPED.matcher(sentence).replaceAll(Matcher.quoteReplacement(command));
    }
}
