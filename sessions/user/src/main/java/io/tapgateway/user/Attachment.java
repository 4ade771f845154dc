package io.tapgateway.user;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import java.time.Duration;

/**
 * A surface at a session, and its right to answer there: who has this may say yes (U-107). Thread-safe; never blocks.
 * After {@link #close}, and when the surface was detached, every method answers false.
 */
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
    default boolean answer(QuestionId question, String text) {
        return answer(question, JsonValue.of(text));
    }

    /**
     * Answers what somebody wants to know.
     *
     * @param value one that the question takes, by {@link UserQuestion#objection(JsonValue)}: an object where it has a
     *     form
     * @return false if it does not take it, or is not open at this surface
     */
    @MayChange
    boolean answer(QuestionId question, JsonValue value);

    /**
     * Says no, or that there will be no answer; false if the question is not open at this surface. The no of a deputy
     * is only that nothing is said there, as long as the question is open elsewhere.
     *
     * @param reason for the agent, cut to 1 KiB; may be empty
     */
    boolean deny(QuestionId question, String reason);

    /** Somebody has pressed a key at this surface; false if that panel is not open any more. */
    @MayChange
    boolean key(PanelId panel, PanelKey key);

    /** Somebody closes the panel, as by Escape; false if it is not open any more. */
    @MayChange
    boolean dismiss(PanelId panel);

    /**
     * Somebody does something here, as all other methods but those of the connection say by themselves: it is an act of
     * the user (U-125), and it is here that texts are put into the line being written.
     */
    @MayChange
    boolean active();

    /**
     * The surface has lost its connection and may come back: for that time it counts as present, is told everything,
     * and then is detached (U-103).
     */
    @MayChange
    boolean away(Duration atMost);

    /** It has come back; false if that was too late, and it has to be attached anew. */
    @MayChange
    boolean back();

    /** Nobody is here any more. Questions that are open nowhere else end as absent. */
    @Override
    void close();
}
