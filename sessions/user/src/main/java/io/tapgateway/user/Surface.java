package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.panel.PanelView;
import java.util.Optional;
import java.util.Set;

/**
 * Where a person may sit: a prompt, a tab of the console, a client of an agent (U-101). What it is told comes in order,
 * one call at a time, on some thread of {@link UserTime} and never under a lock. One that throws, or does not return
 * from a call for a second, is detached; nobody else waits for it meanwhile. What it is and can is asked once, when it
 * is attached.
 */
public interface Surface {
    /** What others call it: the end of "approved …", such as {@code at the prompt}. */
    String name();

    /** How many characters of a question it can show whole; longer ones are not opened there (U-105). 1 or more. */
    int mostCharacters();

    /** What it can do; by default, all that needs none of the methods with a default. */
    @MayChange
    default Set<Ability> abilities() {
        return Set.of(Ability.APPROVALS, Ability.QUESTIONS);
    }

    /**
     * Whether it stands in for the person's own surfaces, as a program does that an agent comes with: its no counts
     * only where the question is open nowhere else, and is else taken as nothing said; and it is not asked about what
     * the agent does with tools of its own (U-108).
     */
    @MayChange
    default boolean isDeputy() {
        return false;
    }

    /** A question waits for an answer. */
    void opened(OpenQuestion question);

    /**
     * A question waits that is too long to be opened here; only with {@link Ability#LINK}. It is named by what it is
     * about, its size and its hash, with the link, and cannot be approved or answered here, but denied.
     */
    @MayChange
    default void pointed(OpenQuestion question) {}

    /**
     * A question that was opened here, or pointed at, has ended, wherever that was; or it is open elsewhere only.
     */
    void closed(OpenQuestion question, QuestionEnd how);

    /**
     * Somebody wants to be read; only with {@link Ability#NOTES}. Those of before can be had from {@link
     * SessionUser#notes}.
     */
    @MayChange
    default void noted(KeptNote note) {}

    /**
     * Notes need not be shown any more; only with {@link Ability#NOTES}.
     *
     * @param source whose; all if empty
     */
    @MayChange
    default void cleared(Optional<ProviderName> source) {}

    /**
     * A text belongs into the line that is being written, and is not sent; only with {@link Ability#LINE}.
     *
     * @param text of at most {@value SessionUser#MOST_OF_INSERT} bytes, to be cleaned but for ends of lines and tabs
     */
    @MayChange
    default void insert(ProviderName source, String text) {}

    /** The panel that is open now, or that none is any more; only with {@link Ability#PANELS}. */
    @MayChange
    default void panel(Optional<PanelView> panel) {}

    /**
     * It has thrown, or hung for a second, and is not attached any more. Called last, once the call that hung has
     * returned; it may attach itself again.
     */
    @MayChange
    default void detached() {}
}
