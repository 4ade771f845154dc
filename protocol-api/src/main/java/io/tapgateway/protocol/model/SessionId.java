package io.tapgateway.protocol.model;

/**
 * Names a session, or {@link #ALL every session} where a binding may cover them all. Immutable.
 *
 * <p>Any text of 1 to 128 characters can be asked for, so that a wrong id is answered like an unknown one; a session
 * can only be opened under {@code [A-Za-z0-9._:-]{1,128}} other than {@code all} (D-066), see {@link
 * #requireOpenable()}.
 */
public record SessionId(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 128;

    /** The binding to all sessions, present and future (A/all-sessions). Not a session. */
    public static final SessionId ALL = new SessionId("all");

    public SessionId {
        Syntax.opaque("session id", value, MAX_LENGTH);
    }

    /** Whether this is {@link #ALL}. */
    public boolean isAll() {
        return value.equals(ALL.value);
    }

    /**
     * This id, if a session may be opened under it (D-066).
     *
     * @throws InvalidMessage if it has other characters or is {@code all}
     */
    public SessionId requireOpenable() {
        Syntax.identifier("session id", value, "._:-", MAX_LENGTH);
        if (isAll()) {
            throw InvalidMessage.at("", "'all' cannot name a session");
        }
        return this;
    }

    @Override
    public String toString() {
        return value;
    }
}
