package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/**
 * Somebody who only looks at what a person is shown, such as a log or a page that lists it. Called in the order of the
 * changes, one call at a time, on the thread that brings them about; it must neither block nor throw.
 */
@MayChange
public interface SessionUserListener {
    /** Somebody who does not care. */
    SessionUserListener NOBODY = new SessionUserListener() {};

    /** What has changed. */
    enum Topic {
        /** {@link SessionUser#open} or {@link SessionUser#grants}. */
        QUESTIONS,
        /** {@link SessionUser#notes}. */
        NOTES,
        /** {@link SessionUser#panel}. */
        PANEL,
        /** {@link SessionUser#commands}. */
        COMMANDS
    }

    /** There is one more or less, or another one. */
    default void changed(Topic topic) {}

    /** A question waits for an answer from now on, or for somebody who could be shown it. */
    default void opened(OpenQuestion question) {}

    /** A question that was open has ended. */
    default void closed(OpenQuestion question, QuestionEnd how) {}

    /**
     * Nobody is asked that, though somebody is there: it is beyond a limit (U-104), or too long to be shown (U-105).
     *
     * @param why a few words or a sentence, for people
     */
    default void refused(UserRequest request, String why) {}

    /** The person has done something, wherever one sits: this is an act of the user (U-125). */
    default void acted() {}

    /** A note that is kept from now on. */
    default void noted(KeptNote note) {}
}
