package io.tapgateway.user;

import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A question on its way to its end. Its seats and deadlines are confined to the lock of its {@link Person}, all else is
 * thread-safe.
 *
 * @param <R> what is asked
 * @param <T> how it may end
 */
final class Pending<R extends UserRequest, T> implements Asked<T> {
    /**
     * How questions of one kind end without what was hoped for.
     *
     * @param wanted what somebody would have to do about it
     * @param tooLong for anybody to be shown, by its length in words
     */
    record Ends<T>(
            String wanted, Function<String, T> absent, Function<Withdrawal, T> withdrawn, Function<String, T> tooLong) {
        static final Ends<Approval> OF_APPROVALS = new Ends<>(
                "approve it",
                Approval.Absent::new,
                Approval.Withdrawn::new,
                length -> new Approval.Denied("too long to be approved: " + length, Approval.Denied.BY_US));
        static final Ends<UserAnswer> OF_QUESTIONS = new Ends<>(
                "answer",
                UserAnswer.Absent::new,
                UserAnswer.Withdrawn::new,
                length -> new UserAnswer.Absent("It is too long to be shown to anybody: " + length + "."));
    }

    private final Person person;
    private final OpenQuestion question;
    private final R request;
    private final Duration patience;
    private final Ends<T> ends;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final Set<Seat> shownAt = new HashSet<>();
    private final OptionalLong expiresAt;
    private OptionalLong givenUpAt = OptionalLong.empty();

    /**
     * @param patience how long it waits for somebody to come
     * @param askedAt monotonic time, in nanoseconds
     */
    Pending(Person person, QuestionId id, R request, Duration patience, long askedAt, Ends<T> ends) {
        this.person = person;
        this.question = new OpenQuestion(id, request, askedAt);
        this.request = request;
        this.patience = patience;
        this.ends = ends;
        this.expiresAt = request.atMost()
                .map(Duration::toNanos)
                .map(it -> OptionalLong.of(askedAt + it))
                .orElseGet(OptionalLong::empty);
    }

    OpenQuestion question() {
        return question;
    }

    R request() {
        return request;
    }

    /** Where somebody may answer it. */
    Set<Seat> shownAt() {
        return shownAt;
    }

    /** When it is withdrawn. */
    OptionalLong expiresAt() {
        return expiresAt;
    }

    /** When it ends because nobody could answer; empty while somebody could. */
    OptionalLong givenUpAt() {
        return givenUpAt;
    }

    /** Somebody could answer from now on. */
    void showAt(Seat seat) {
        shownAt.add(seat);
        givenUpAt = OptionalLong.empty();
    }

    /** Nobody could answer from now on. */
    void waitFrom(long now) {
        givenUpAt = OptionalLong.of(now + patience.toNanos());
    }

    String wanted() {
        return ends.wanted();
    }

    /** Nobody could answer. */
    T absent(String why) {
        return ends.absent().apply(why);
    }

    /** Nobody could be shown all of it. */
    T tooLong() {
        return ends.tooLong().apply(request.length() + " characters");
    }

    /** Nobody wants to know any more. */
    T withdrawn(Withdrawal why) {
        return ends.withdrawn().apply(why);
    }

    void complete(T how) {
        answer.complete(how);
    }

    @Override
    public QuestionId id() {
        return question.id();
    }

    @Override
    public CompletionStage<T> answer() {
        return answer.minimalCompletionStage();
    }

    @Override
    public void withdraw(Withdrawal why) {
        person.does(it -> it.questions().withdraw(id(), why));
    }
}
