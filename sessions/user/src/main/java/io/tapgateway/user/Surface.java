package io.tapgateway.user;

/**
 * Where a person may sit: a prompt, a tab of the console (U-101). Called in order and one call at a time per session,
 * on whatever thread changes something; it must not block, and one that throws is detached.
 */
public interface Surface {
    /** What others call it: the end of "approved …", such as {@code at the prompt}. */
    String name();

    /** How many characters of a question it can show whole; longer ones are not opened there (U-105). 1 or more. */
    int mostCharacters();

    /** A question waits for an answer. */
    void opened(OpenQuestion question);

    /**
     * A question that was opened here has ended, wherever that was.
     *
     * @param how a few words for people, such as {@code approved at the prompt}
     */
    void closed(OpenQuestion question, String how);
}
