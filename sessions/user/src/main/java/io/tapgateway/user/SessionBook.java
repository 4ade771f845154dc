package io.tapgateway.user;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.CommandHandler;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.Commands;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * All that is open in one session, and where people sit. Decides, notes what is to be said, in order, and says nothing
 * itself. Confined to the lock of its {@link Person}.
 */
final class SessionBook {
    private final UserTime time;
    private final Consumer<Runnable> news;
    private final SessionUserListener listener;
    private final Seats seats = new Seats();
    private final QuestionBook questions;
    private final NoteBook notes = new NoteBook();
    private final CommandBook commands = new CommandBook();
    private final PanelBook panels;
    private boolean over;

    /**
     * @param news takes what is to be said once the lock is free
     * @param absence how long requests wait for somebody to come that set no time themselves
     * @param numbers of questions
     */
    SessionBook(
            Person person,
            UserTime time,
            Consumer<Runnable> news,
            SessionUserListener listener,
            Duration absence,
            LongSupplier numbers) {
        this.time = time;
        this.news = news;
        this.listener = listener;
        this.questions = new QuestionBook(person, seats, time::nanos, news, listener, absence, numbers);
        this.panels = new PanelBook(person, seats, news, () -> listener.changed(SessionUserListener.Topic.PANEL));
    }

    private long now() {
        return time.nanos();
    }

    private void changed(SessionUserListener.Topic topic) {
        news.accept(() -> listener.changed(topic));
    }

    /** Ends what is due. */
    void timePassed() {
        long now = now();
        seats.overdue(now).forEach(this::leave);
        questions.timePassed(now);
        panels.timePassed(now);
    }

    /** When something is due next. */
    OptionalLong nextDeadline() {
        return Deadlines.first(Stream.of(seats.nextDeadline(), questions.nextDeadline(), panels.nextDeadline(now()))
                .flatMapToLong(OptionalLong::stream));
    }

    QuestionBook questions() {
        return questions;
    }

    /** Somebody does something there, which a deputy cannot tell from what its agent does; false if not attached. */
    boolean active(Seat seat) {
        boolean sits = seats.active(seat);
        if (sits && !seat.isDeputy()) {
            news.accept(listener::acted);
        }
        return sits;
    }

    boolean away(Seat seat, Duration atMost) {
        return seats.away(seat, now(), atMost);
    }

    boolean back(Seat seat) {
        return seats.back(seat);
    }

    boolean isPresent() {
        return !seats.isEmpty();
    }

    boolean isPresent(Ability ability) {
        return seats.with(ability).findAny().isPresent();
    }

    /** A person may sit there from now on. */
    void sit(Seat seat) {
        if (over) {
            return;
        }
        seats.add(seat);
        questions.sit(seat);
        panels.view()
                .filter(it -> seat.can(Ability.PANELS))
                .ifPresent(it -> news.accept(() -> seat.panel(Optional.of(it))));
    }

    /** Nobody sits there any more; false if nobody did. */
    @CanIgnoreReturnValue
    boolean leave(Seat seat) {
        if (seat.can(Ability.PANELS)) {
            var unused = panels.look(now());
        }
        boolean sat = seats.remove(seat);
        questions.leave(seat);
        return sat;
    }

    void note(Note note) {
        Optional<KeptNote> added = over ? Optional.empty() : notes.add(note, now());
        added.ifPresent(kept -> {
            seats.with(Ability.NOTES).forEach(seat -> news.accept(() -> seat.noted(kept)));
            news.accept(() -> listener.noted(kept));
            changed(SessionUserListener.Topic.NOTES);
        });
    }

    /** @param source whose; all if empty */
    void clearNotes(Optional<ProviderName> source) {
        if (notes.clear(source)) {
            seats.with(Ability.NOTES).forEach(seat -> news.accept(() -> seat.cleared(source)));
            changed(SessionUserListener.Topic.NOTES);
        }
    }

    List<KeptNote> notes() {
        return notes.all();
    }

    /** False if nobody writes a line. */
    boolean insert(ProviderName source, String text) {
        Optional<Seat> seat = seats.lastActive(Ability.LINE);
        seat.ifPresent(it -> news.accept(() -> it.insert(source, text)));
        return seat.isPresent();
    }

    DrawnPanel open(PanelContent content, PanelListener owner) {
        return panels.open(content, owner, time);
    }

    DrawnPanel offer(PanelContent content, PanelListener owner) {
        DrawnPanel panel = panels.offer(content, owner, time);
        if (panel.waitsUntil().isPresent()) {
            ProviderName name = content.source();
            note(new Note(name, Note.Level.INFO, name + " has a panel: " + Commands.MARK + "panel " + name));
        }
        return panel;
    }

    boolean reveal(String source) {
        return panels.reveal(source, now());
    }

    boolean show(DrawnPanel panel, PanelContent content) {
        return panels.show(panel, content, now());
    }

    void close(DrawnPanel panel) {
        panels.close(panel, now());
    }

    boolean key(Seat seat, PanelId panel, PanelKey key) {
        return active(seat) && panels.key(panel, key, now());
    }

    boolean dismiss(Seat seat, PanelId panel) {
        return active(seat) && panels.dismiss(panel, now());
    }

    Optional<PanelView> panel() {
        return panels.look(now());
    }

    CommandBook.Entry offer(CommandOffer offer, CommandHandler handler) {
        CommandBook.Entry entry = commands.add(offer, handler);
        changed(SessionUserListener.Topic.COMMANDS);
        return entry;
    }

    void takeBack(CommandBook.Entry entry) {
        if (commands.remove(entry)) {
            changed(SessionUserListener.Topic.COMMANDS);
        }
    }

    List<CommandOffer> commands() {
        return commands.list();
    }

    Optional<CommandBook.Entry> command(String name) {
        return commands.find(name);
    }

    /** That source is gone. */
    void leave(ProviderName source) {
        questions.leave(source);
        clearNotes(Optional.of(source));
        panels.leave(source, now());
        if (commands.leave(source)) {
            changed(SessionUserListener.Topic.COMMANDS);
        }
    }

    /** The session is over. */
    void close() {
        over = true;
        questions.close();
        panels.close(now());
        notes.close();
        commands.close();
        seats.clear();
    }
}
