package io.tapgateway.app.text;

/** Words of a command as a POSIX shell reads them. Stateless. */
public final class ShellWord {
    private ShellWord() {}

    /** The text as one word, whatever is in it. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
