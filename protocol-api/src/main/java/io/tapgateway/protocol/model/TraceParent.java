package io.tapgateway.protocol.model;

/**
 * Which span of a distributed trace a call is part of, in the form that W3C Trace Context gives it in version {@code
 * 00}: {@code 00-<trace id>-<parent id>-<flags>}, in lower-case hexadecimal digits, neither id all zeros. Immutable.
 *
 * @param value exactly {@link #LENGTH} characters
 */
public record TraceParent(String value) {
    /** How long it always is, in characters. */
    public static final int LENGTH = 55;

    /** What it looks like, for those who describe it; that no id is all zeros goes without saying there. */
    public static final String PATTERN = "00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}";

    private static final int TRACE = 3;
    private static final int PARENT = 36;
    private static final int FLAGS = 53;
    private static final String FORM = "a traceparent must be '00-', 32 hexadecimal digits, '-', 16 of them, '-' and 2 "
            + "of them, all in lower case, with neither id all zeros";

    public TraceParent {
        if (!isWellFormed(value)) {
            throw InvalidMessage.at("", FORM);
        }
    }

    /** Whether a text has the form. */
    public static boolean isWellFormed(String text) {
        return text.length() == LENGTH
                && text.startsWith("00-")
                && text.charAt(PARENT - 1) == '-'
                && text.charAt(FLAGS - 1) == '-'
                && isId(text, TRACE, PARENT - 1)
                && isId(text, PARENT, FLAGS - 1)
                && isHexadecimal(text, FLAGS, LENGTH);
    }

    /** The id of the trace: 32 hexadecimal digits. */
    public String traceId() {
        return value.substring(TRACE, PARENT - 1);
    }

    /** The id of the span that whoever calls is in: 16 hexadecimal digits. */
    public String parentId() {
        return value.substring(PARENT, FLAGS - 1);
    }

    /** Two hexadecimal digits; the lowest bit says that the caller records the trace. */
    public String flags() {
        return value.substring(FLAGS);
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isId(String text, int start, int end) {
        return isHexadecimal(text, start, end) && !isZero(text, start, end);
    }

    private static boolean isHexadecimal(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }
}
