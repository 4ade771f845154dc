package io.tapgateway.app.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the person calls this program, so that commands which are printed can be typed as they stand. Immutable.
 *
 * @param command as a shell takes it
 */
public record ProgramName(String command) {
    /** Where nobody says anything, the program has its own name; so it has in the sentences of this source. */
    private static final String USUAL = "tapgateway";

    /** What the launcher says about it. */
    private static final String PROPERTY = "tapgateway.command";

    /** What a shell takes as it is. */
    private static final Pattern WORDS = Pattern.compile("(npx )?[\\w./+~-]+");

    /** The name where a verb or an option follows; what is written about the product calls it Tap Gateway. */
    private static final Pattern TYPED = Pattern.compile("(?<![\\w./-])" + USUAL + "(?= [a-z-])");

    public ProgramName {
        command = WORDS.matcher(command).matches() ? command : USUAL;
    }

    /** That of this process. */
    public static ProgramName ofThisProcess() {
        return new ProgramName(System.getProperty(PROPERTY, USUAL));
    }

    /** A sentence of ours with its commands as they are to be typed. */
    public String in(String sentence) {
        return command.equals(USUAL) ? sentence : TYPED.matcher(sentence).replaceAll(Matcher.quoteReplacement(command));
    }
}
