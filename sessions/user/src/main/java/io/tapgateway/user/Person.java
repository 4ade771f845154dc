package io.tapgateway.user;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.transport.Drain;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Lets one thread at a time decide about the questions of a session, and says afterwards what follows, in the order of
 * the decisions. Thread-safe.
 */
final class Person implements SessionUser {
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Runnable> news = new ConcurrentLinkedQueue<>();
    private final Drain drain = new Drain();

    @GuardedBy("lock")
    private final QuestionBook questions;

    Person(LongSupplier nanos, Runnable whenChanged) {
        this.questions = new QuestionBook(this, nanos, news::add, whenChanged);
    }

    @CanIgnoreReturnValue
    private <T> T change(Function<QuestionBook, T> decision) {
        T decided;
        lock.lock();
        try {
            decided = decision.apply(questions);
        } finally {
            lock.unlock();
        }
        drain.run(this::tell);
        return decided;
    }

    private void tell() {
        for (Runnable next = news.poll(); next != null; next = news.poll()) {
            next.run();
        }
    }

    @Override
    public Asked<Approval> approve(ApprovalRequest request) {
        return change(it -> it.approve(request));
    }

    @Override
    public Asked<UserAnswer> ask(UserQuestion question) {
        return change(it -> it.ask(question));
    }

    void withdraw(Pending<?, ?> pending) {
        change(it -> {
            it.withdraw(pending);
            return true;
        });
    }

    boolean approve(Seat seat, QuestionId question, String by) {
        return change(it -> it.approve(seat, question, by));
    }

    boolean grant(Seat seat, QuestionId question, Scope scope, String by) {
        return change(it -> it.grant(seat, question, scope, by));
    }

    boolean answer(Seat seat, QuestionId question, String text, String by) {
        return change(it -> it.answer(seat, question, text, by));
    }

    boolean deny(Seat seat, QuestionId question, String reason, String by) {
        return change(it -> it.deny(seat, question, reason, by));
    }

    void leave(Seat seat) {
        change(it -> it.leave(seat));
    }

    @Override
    public List<OpenQuestion> open() {
        return change(QuestionBook::waiting);
    }

    @Override
    public List<Grant> grants() {
        return change(QuestionBook::grants);
    }

    @Override
    public boolean revoke(QuestionId grant) {
        return change(it -> it.revoke(grant));
    }

    @Override
    public boolean isPresent() {
        return change(QuestionBook::hasSeats);
    }

    @Override
    public Attachment attach(Surface surface) {
        Seat seat = new Seat(this, surface);
        change(it -> {
            it.sit(seat);
            return true;
        });
        return seat;
    }

    @Override
    public boolean deny(QuestionId question, String reason, String by) {
        return change(it -> it.deny(question, reason, by));
    }

    @Override
    public void end() {
        change(QuestionBook::close);
    }
}
