package io.tapgateway.app.text;

import java.util.regex.Pattern;

/** What the person calls this program, so that commands can be typed as they are shown. Stateless. */
public final class ProgramName {
    /** Where nobody says anything, the program has its own name. */
    public static final String USUAL = "tapgateway";

    /** What the launcher says about it. */
    private static final String PROPERTY = "tapgateway.command";

    /** What a shell takes as it is. */
    private static final Pattern WORDS = Pattern.compile("(npx )?[\\w./+~-]+");

    private ProgramName() {}

    /** That of this process. */
    public static String ofThisProcess() {
        return orUsual(System.getProperty(PROPERTY, USUAL));
    }

    /** The name itself if a shell takes it as it is, else the usual one. */
    public static String orUsual(String name) {
        return WORDS.matcher(name).matches() ? name : USUAL;
    }
}
