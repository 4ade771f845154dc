package io.tapgateway.provider.schema;

/**
 * Arguments do not fit what the tool takes. The call fails as {@code INVALID_ARGUMENTS}. The text is written by this
 * library, names the place by a JSON pointer, holds no argument values, and goes to the caller as it is. Immutable.
 */
public final class InvalidArguments extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private InvalidArguments(String message) {
        super(message);
    }

    private InvalidArguments(String message, Throwable cause) {
        super(message, cause);
    }

    /** The value at {@code pointer} is wrong for that reason. */
    public static InvalidArguments at(String pointer, String reason) {
        return new InvalidArguments(text(pointer, reason));
    }

    static InvalidArguments at(String pointer, String reason, Throwable cause) {
        return new InvalidArguments(text(pointer, reason), cause);
    }

    /** What is wrong and where, fit for the caller. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    private static String text(String pointer, String reason) {
        return pointer.isEmpty() ? "The arguments " + reason + "." : "Argument " + pointer + " " + reason + ".";
    }
}
