package io.tapgateway.user;

/** A surface at a session, and its right to answer there: who has this may say yes (U-107). Thread-safe. */
public interface Attachment extends AutoCloseable {
    /** Says yes, once, to exactly this; false if no such request is open at this surface. */
    boolean approve(QuestionId question);

    /**
     * Says yes to exactly this, and for the rest of the session to what the scope permits (U-106). It is kept in memory
     * only; where there are {@value SessionUser#MOST_GRANTS}, the oldest one is gone.
     *
     * @param scope one of {@link Scope#of} that question
     * @return false if the question is not open at this surface, or has no such scope
     */
    boolean approve(QuestionId question, Scope scope);

    /**
     * Answers what an agent wants to know.
     *
     * @param text one that the question takes, by {@link UserQuestion#objection}
     * @return false if it does not take it, or is not open at this surface
     */
    boolean answer(QuestionId question, String text);

    /**
     * Says no, or that there will be no answer; false if the question is not open at this surface.
     *
     * @param reason for the agent, cut to 1 KiB; may be empty
     */
    boolean deny(QuestionId question, String reason);

    /** Nobody is here any more. Questions that are open nowhere else end as absent. */
    @Override
    void close();
}
