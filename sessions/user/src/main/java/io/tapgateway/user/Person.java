package io.tapgateway.user;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.transport.Drain;
import io.tapgateway.user.command.Commands;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Lets one thread at a time decide about what is open in a session, and says afterwards what follows, in the order of
 * the decisions. What is due by then ends before each decision, so that nothing depends on when a timer fires.
 * Thread-safe.
 */
final class Person implements SessionUser {
    private final UserTime time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
    private final Drain drain = new Drain();
    private final PersonsCommands commands = new PersonsCommands(this);

    @GuardedBy("lock")
    private final SessionBook book;

    /** When a timer fires already. */
    @GuardedBy("lock")
    private OptionalLong armed = OptionalLong.empty();

    private Person(UserTime time, SessionUserListener listener, Duration absence, LongSupplier numbers) {
        this.time = time;
        this.book = new SessionBook(this, time, news::add, listener, absence, numbers);
    }

    static Person create(UserTime time, SessionUserListener listener, Duration absence, LongSupplier numbers) {
        Person person = new Person(time, listener, absence, numbers);
        person.commands.offerOwn();
        return person;
    }

    /** Decides, after what is due, and then tells. */
    @CanIgnoreReturnValue
    <T> T change(Function<SessionBook, T> decision) {
        T decided;
        OptionalLong alarm;
        lock.lock();
        try {
            book.timePassed();
            decided = decision.apply(book);
            alarm = alarm(book.nextDeadline());
        } finally {
            lock.unlock();
        }
        alarm.ifPresent(this::wakeAt);
        drain.run(this::tell);
        return decided;
    }

    void does(Consumer<SessionBook> decision) {
        change(it -> {
            decision.accept(it);
            return true;
        });
    }

    /** When a timer has to fire that does not yet. */
    @GuardedBy("lock")
    private OptionalLong alarm(OptionalLong next) {
        boolean inTime = armed.isPresent() && next.isPresent() && armed.getAsLong() - next.getAsLong() <= 0;
        if (next.isEmpty() || inTime) {
            return OptionalLong.empty();
        }
        armed = next;
        return next;
    }

    private void wakeAt(long at) {
        time.after(Duration.ofNanos(Math.max(0, at - time.nanos())), () -> {
            disarm(at);
            does(it -> {});
        });
    }

    private void disarm(long at) {
        lock.lock();
        try {
            if (armed.isPresent() && armed.getAsLong() == at) {
                armed = OptionalLong.empty();
            }
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        for (Runnable next = news.poll(); next != null; next = news.poll()) {
            next.run();
        }
    }

    @Override
    public Asked<Approval> approve(ApprovalRequest request) {
        return change(it -> it.questions().approve(request));
    }

    @Override
    public Asked<UserAnswer> ask(UserQuestion question) {
        return change(it -> it.questions().ask(question));
    }

    @Override
    public List<OpenQuestion> open() {
        return change(it -> it.questions().waiting());
    }

    @Override
    public List<Grant> grants() {
        return change(it -> it.questions().grants());
    }

    @Override
    public boolean revoke(QuestionId grant) {
        return change(it -> it.questions().revoke(grant));
    }

    @Override
    public boolean deny(QuestionId question, String reason, String by) {
        return change(it -> it.questions().deny(question, reason, by));
    }

    @Override
    public void note(Note note) {
        does(it -> it.note(note));
    }

    @Override
    public void clearNotes(ProviderName source) {
        does(it -> it.clearNotes(Optional.of(source)));
    }

    @Override
    public void clearNotes() {
        does(it -> it.clearNotes(Optional.empty()));
    }

    @Override
    public List<KeptNote> notes() {
        return change(SessionBook::notes);
    }

    @Override
    public boolean insert(ProviderName source, String text) {
        String fitting = Utf8Length.beginning(text, MOST_OF_INSERT);
        return change(it -> it.insert(source, fitting));
    }

    @Override
    public Panel open(PanelContent content, PanelListener listener) {
        return change(it -> it.open(content, listener));
    }

    @Override
    public Panel offer(PanelContent content, PanelListener listener) {
        return change(it -> it.offer(content, listener));
    }

    @Override
    public Optional<PanelView> panel() {
        return change(SessionBook::panel);
    }

    @Override
    public Commands commands() {
        return commands;
    }

    @Override
    public void leave(ProviderName source) {
        does(it -> it.leave(source));
    }

    @Override
    public boolean isPresent() {
        return change(SessionBook::isPresent);
    }

    @Override
    public boolean isPresent(Ability ability) {
        return change(book -> book.isPresent(ability));
    }

    @Override
    public Attachment attach(Surface surface) {
        Seat seat = new Seat(this, surface, time);
        does(it -> it.sit(seat));
        return seat;
    }

    @Override
    public void end() {
        does(SessionBook::close);
    }
}
