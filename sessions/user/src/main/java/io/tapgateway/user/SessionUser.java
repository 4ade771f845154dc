package io.tapgateway.user;

import java.util.List;
import java.util.function.LongSupplier;

/** The person at one session, by whatever surfaces. Thread-safe; never blocks. */
public interface SessionUser {
    /** How many questions may be open in a session (U-104). */
    int MOST_OPEN = 16;

    /** How many of them may be one asker's (U-104). */
    int MOST_OPEN_PER_SOURCE = 4;

    /** How many questions one asker may have asked in a minute (U-104). */
    int MOST_PER_MINUTE = 20;

    /** How many characters of a person's reason are kept (U-104). */
    int MOST_OF_REASON = 1_024;

    /** How many yeses for the rest of a session are kept (U-106). */
    int MOST_GRANTS = 200;

    /**
     * A session at which nobody sits yet.
     *
     * @param nanos monotonic time
     */
    static SessionUser create(LongSupplier nanos) {
        return create(nanos, () -> {});
    }

    /**
     * A session at which nobody sits yet, and somebody who only looks.
     *
     * @param nanos monotonic time
     * @param whenChanged run whenever there is one more or less in {@link #open()} or {@link #grants()}, in order, on
     *     the thread that brings it about; it must neither block nor throw
     */
    static SessionUser create(LongSupplier nanos, Runnable whenChanged) {
        return new Person(nanos, whenChanged);
    }

    /**
     * Has the person decide whether a tool may be used. Where nobody is attached who could be shown all of it, the end
     * is there at once, and it is a no; where that is permitted for the rest of the session, a yes.
     */
    Asked<Approval> approve(ApprovalRequest request);

    /**
     * Asks the person what an agent wants to know. Where nobody is attached who could be shown all of it, the end is
     * there at once, and it is no answer.
     */
    Asked<UserAnswer> ask(UserQuestion question);

    /** The questions that wait for an answer, oldest first. */
    List<OpenQuestion> open();

    /** What is permitted for the rest of the session, oldest first. */
    List<Grant> grants();

    /** Has the person asked again, which any program of the owner may; false if there is no such grant. */
    boolean revoke(QuestionId grant);

    /** Whether anybody may be there. */
    boolean isPresent();

    /** A person may sit there from now on; what is open and can be shown there is opened there. */
    Attachment attach(Surface surface);

    /**
     * Says no in the owner's name, which any program of the owner may (U-107).
     *
     * @param by where it was said, such as {@code by tapgateway approvals}
     * @return false if the question is not open
     */
    boolean deny(QuestionId question, String reason, String by);

    /** The session is over: what is open is withdrawn, and what comes later at once. Harmless to repeat. */
    void end();
}
