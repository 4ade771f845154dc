package io.tapgateway.testkit.transcript;

/**
 * The gateway has done something else than what is written: which line, what was expected, and what came instead.
 * Immutable.
 */
public final class TranscriptFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String line;
    private final String why;

    TranscriptFailure(Line line, Throwable cause) {
        super(line + "\n  " + cause.getMessage(), cause);
        this.line = line.toString();
        this.why = line.why();
    }

    /** The line, with its place. */
    public String line() {
        return line;
    }

    /** What the transcript says it is about; empty if nothing. */
    public String why() {
        return why;
    }

    /** What was expected and what came. */
    public String difference() {
        Throwable cause = getCause();
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }
}
