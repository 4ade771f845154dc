package io.tapgateway.protocol.json;

/**
 * A JSON value does not say what was expected of it: where, and what is wrong. Whoever reads maps it to an error of its
 * own. Immutable.
 *
 * <p>The text is written by this library and never contains payload.
 */
public class JsonFault extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String pointer;
    private final String reason;

    /**
     * @param pointer JSON pointer (RFC 6901) from the value that is read to the one that is wrong; empty for the value
     *     itself
     * @param reason what is wrong, as the rest of a sentence that begins with the place: {@code must be a string}
     */
    public JsonFault(String pointer, String reason) {
        super(pointer.isEmpty() ? reason : pointer + ": " + reason);
        this.pointer = pointer;
        this.reason = reason;
    }

    /** The same fault, seen from the value that contains the faulty one at {@code parent}. */
    public JsonFault under(String parent) {
        return new JsonFault(parent + pointer, reason);
    }

    /** JSON pointer of what is wrong; empty for the whole value. */
    public final String pointer() {
        return pointer;
    }

    /** What is wrong, without the pointer. */
    public final String reason() {
        return reason;
    }
}
