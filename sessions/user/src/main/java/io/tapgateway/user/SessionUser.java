package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.Commands;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The person at one session, by whatever surfaces. Whoever needs a decision asks; whoever has something to say leaves a
 * note; whoever offers commands or draws a panel does it here, so that all surfaces have it. Thread-safe; never blocks.
 */
public interface SessionUser extends UserAccess {
    /** Who speaks in words of our own. */
    @MayChange
    ProviderName GATEWAY = new ProviderName("gateway");

    /** How many questions may be open in a session (U-104). */
    int MOST_OPEN = 16;

    /** How many of them may be one asker's (U-104). */
    int MOST_OPEN_PER_SOURCE = 4;

    /** How many questions one asker may have asked in a minute (U-104). */
    int MOST_PER_MINUTE = 20;

    /** How many characters a request has at most that somebody may be shown whole (U-105). */
    @MayChange
    int MOST_OF_REQUEST = 1 << 20;

    /** How many characters of a person's reason are kept (U-104). */
    int MOST_OF_REASON = 1_024;

    /** How many yeses for the rest of a session are kept (U-106). */
    int MOST_GRANTS = 200;

    /** How many notes of one source are kept; the oldest makes room (Z-091). */
    @MayChange
    int MOST_NOTES_PER_SOURCE = 50;

    /** How many notes of all sources are kept; the oldest makes room. */
    @MayChange
    int MOST_NOTES = 1_000;

    /** How many notes of one source are kept within a second; what is more is only counted (Z-091). */
    @MayChange
    int MOST_NOTES_PER_SECOND = 10;

    /** How many bytes of UTF-8 are put into a line that is being written (Z-088). */
    @MayChange
    int MOST_OF_INSERT = 32 << 10;

    /** How long a panel can be opened that somebody offers (Z-095). */
    @MayChange
    Duration PANEL_OFFER = Duration.ofSeconds(30);

    /** How long a panel is open that nobody sees (Z-099). */
    @MayChange
    Duration PANEL_FORGOTTEN = Duration.ofMinutes(10);

    /** How long the content of a panel is shown before the next one is (Z-096). */
    @MayChange
    Duration PANEL_PACE = Duration.ofNanos(1_000_000_000L / 30);

    /**
     * A session at which nobody sits yet, in whose time nothing becomes due: for tests.
     *
     * @param nanos monotonic time
     */
    static SessionUser create(LongSupplier nanos) {
        return create(UserTime.ofCaller(nanos), SessionUserListener.NOBODY);
    }

    /** A session at which nobody sits yet, and somebody who only looks. */
    @MayChange
    static SessionUser create(UserTime time, SessionUserListener listener) {
        return create(time, listener, Duration.ZERO);
    }

    /**
     * The same, with a time that requests wait for somebody to come that set none themselves (U-103).
     *
     * @param absence zero for not at all, else at most {@link UserQuestion#LONGEST}
     * @throws IllegalArgumentException if it is negative or longer
     */
    @MayChange
    static SessionUser create(UserTime time, SessionUserListener listener, Duration absence) {
        return create(time, listener, absence, new AtomicLong()::incrementAndGet);
    }

    /**
     * The same among sessions that people answer in one place, where each question needs a number of its own.
     *
     * @param numbers of questions: each greater than all before, of any of those sessions; called by several threads
     */
    @MayChange
    static SessionUser create(UserTime time, SessionUserListener listener, Duration absence, LongSupplier numbers) {
        UserQuestion.requireTime(absence);
        return Person.create(time, listener, absence, numbers);
    }

    /**
     * Has the person decide whether a tool may be used. Where nobody is attached who could be shown all of it, the end
     * is there at once or after the request's time for that, and it is a no; where that is permitted for the rest of
     * the session, a yes.
     */
    Asked<Approval> approve(ApprovalRequest request);

    @Override
    Asked<UserAnswer> ask(UserQuestion question);

    /** The questions that wait for an answer, oldest first. */
    List<OpenQuestion> open();

    /** What is permitted for the rest of the session, oldest first. */
    List<Grant> grants();

    /** Has the person asked again, which any program of the owner may; false if there is no such grant. */
    boolean revoke(QuestionId grant);

    /** Has the person read something, until it is cleared; blank texts are nothing. */
    @MayChange
    void note(Note note);

    /** The notes of that source need not be read any more. */
    @MayChange
    void clearNotes(ProviderName source);

    /** No note need be read any more: the person has gone on, or says so. */
    @MayChange
    void clearNotes();

    /** The notes that can still be read, oldest first. */
    @MayChange
    List<KeptNote> notes();

    /**
     * Puts a text into the line that the person is writing, where somebody did something last; nothing is sent.
     *
     * @param text cut at {@value #MOST_OF_INSERT} bytes
     * @return false if there is no such line
     */
    @MayChange
    boolean insert(ProviderName source, String text);

    /**
     * Opens a panel because its person wants it, as by a command of its owner; whatever is open closes (Z-094). There
     * is one in a session.
     *
     * @param listener hears of keys and of the end, also if that is at once
     */
    @MayChange
    Panel open(PanelContent content, PanelListener listener);

    /**
     * Opens a panel unasked: at once only in the place of the same owner's; else a note tells the person of {@code
     * /panel NAME}, which opens it within {@link #PANEL_OFFER} (Z-095).
     */
    @MayChange
    Panel offer(PanelContent content, PanelListener listener);

    /** The panel that is open; whoever asks is somebody who looks at it (Z-099). */
    @MayChange
    Optional<PanelView> panel();

    /** The commands of this session, ours and everybody's. */
    @MayChange
    Commands commands();

    /**
     * That source is gone: its commands, notes and panels are (Z-106), and its questions are withdrawn.
     *
     * @param source who has registered, noted, opened or asked under that name
     */
    @MayChange
    void leave(ProviderName source);

    /** Whether anybody may be there. */
    boolean isPresent();

    /** Whether anybody may be there where that can be done. */
    @MayChange
    boolean isPresent(Ability ability);

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
