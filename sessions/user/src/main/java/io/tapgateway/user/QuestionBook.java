package io.tapgateway.user;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What is open in one session, within its limits, and at which seats. Notes what is to be said, in order, and says
 * nothing itself. Confined to the lock of its {@link Person}.
 */
final class QuestionBook {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Person person;
    private final LongSupplier nanos;
    private final Consumer<Runnable> news;
    private final SessionUserListener listener;
    private final Duration absence;
    private final LongSupplier numbers;
    private final Map<QuestionId, Pending<ApprovalRequest, Approval>> approvals = new LinkedHashMap<>();
    private final Map<QuestionId, Pending<UserQuestion, UserAnswer>> questions = new LinkedHashMap<>();
    private final Seats seats;
    private final Map<QuestionId, Grant> granted = new LinkedHashMap<>();

    /** When each asker has had questions asked, within the last minute. */
    private final Map<ProviderName, Deque<Long>> asked = new HashMap<>();

    private final Map<ProviderName, Long> refusedAt = new HashMap<>();

    private boolean over;

    /**
     * @param person takes questions back
     * @param seats where they are shown
     * @param news takes what is to be said once the lock is free
     * @param listener is told of changes, and of what nobody is asked
     * @param absence how long requests wait for somebody to come that set no time themselves
     * @param numbers each greater than the one before
     */
    QuestionBook(
            Person person,
            Seats seats,
            LongSupplier nanos,
            Consumer<Runnable> news,
            SessionUserListener listener,
            Duration absence,
            LongSupplier numbers) {
        this.person = person;
        this.seats = seats;
        this.nanos = nanos;
        this.news = news;
        this.listener = listener;
        this.absence = absence;
        this.numbers = numbers;
    }

    private void changed() {
        listener.changed(SessionUserListener.Topic.QUESTIONS);
    }

    /** Somebody wants to use a tool: that is open from now on, or has ended. */
    Asked<Approval> approve(ApprovalRequest request) {
        Pending<ApprovalRequest, Approval> pending = pending(request, Pending.Ends.OF_APPROVALS);
        Optional<Grant> permitted =
                granted.values().stream().filter(it -> it.covers(request)).findFirst();
        if (permitted.isPresent()) {
            complete(pending, new Approval.Approved(permitted.get().by()));
        } else {
            open(pending, approvals);
        }
        return pending;
    }

    /** An agent wants to know something: that is open from now on, or has ended. */
    Asked<UserAnswer> ask(UserQuestion question) {
        Pending<UserQuestion, UserAnswer> pending = pending(question, Pending.Ends.OF_QUESTIONS);
        open(pending, questions);
        return pending;
    }

    private <R extends UserRequest, T> Pending<R, T> pending(R request, Pending.Ends<T> ends) {
        QuestionId id = new QuestionId(numbers.getAsLong());
        return new Pending<>(person, id, request, patience(request), nanos.getAsLong(), ends);
    }

    /** How long it waits for somebody to come (U-103). */
    private Duration patience(UserRequest request) {
        return request.waitFor().isZero() ? absence : request.waitFor();
    }

    private <R extends UserRequest, T> void open(Pending<R, T> pending, Map<QuestionId, Pending<R, T>> like) {
        if (over) {
            complete(pending, pending.withdrawn(Withdrawal.ENDED));
            return;
        }
        R request = pending.request();
        boolean somebody = seats.stream().anyMatch(seat -> seat.shows(request));
        if (request.length() > SessionUser.MOST_OF_REQUEST || (somebody && fitsNowhere(request))) {
            refuse(pending, pending.tooLong(), tooLong(request));
            return;
        }
        if (!somebody && patience(request).isZero()) {
            complete(pending, pending.absent("Nobody is there who could " + pending.wanted() + "."));
            return;
        }
        Optional<String> limit = limit(request.asker());
        if (limit.isPresent()) {
            if (isNews(request.asker())) {
                news.accept(() -> listener.refused(request, limit.get()));
            }
            complete(pending, pending.absent(limit.get()));
            return;
        }
        like.put(pending.question().id(), pending);
        news.accept(() -> listener.opened(pending.question()));
        pending.waitFrom(nanos.getAsLong());
        seats.stream().forEach(seat -> show(pending, seat));
        news.accept(this::changed);
    }

    private boolean fitsNowhere(UserRequest request) {
        return seats.stream().noneMatch(seat -> seat.canShow(request) || seat.canPointAt(request));
    }

    private static String tooLong(UserRequest request) {
        return "too long to be shown to anybody: " + request.length() + " characters";
    }

    /** Nobody is asked, whoever is there, which those who look at the session are told. */
    private <R extends UserRequest, T> void refuse(Pending<R, T> pending, T how, String why) {
        news.accept(() -> listener.refused(pending.request(), why));
        complete(pending, how);
    }

    /** Whoever asks on and on beyond a limit is told of once a minute. */
    private boolean isNews(ProviderName asker) {
        long now = nanos.getAsLong();
        refusedAt.values().removeIf(at -> now - at >= TimeUnit.MINUTES.toNanos(1));
        return refusedAt.putIfAbsent(asker, now) == null;
    }

    /** Which limit stands in its way (U-104). */
    private Optional<String> limit(ProviderName asker) {
        if (all().count() >= SessionUser.MOST_OPEN) {
            return Optional.of("More than " + SessionUser.MOST_OPEN + " questions wait for an answer already.");
        } else if (openOf(asker) >= SessionUser.MOST_OPEN_PER_SOURCE) {
            return Optional.of("More than " + SessionUser.MOST_OPEN_PER_SOURCE + " questions of " + asker
                    + " wait for an answer already.");
        } else if (!tryCount(asker)) {
            return Optional.of(
                    asker + " has had more than " + SessionUser.MOST_PER_MINUTE + " questions asked within a minute.");
        }
        return Optional.empty();
    }

    private long openOf(ProviderName asker) {
        return all().filter(it -> it.request().asker().equals(asker)).count();
    }

    private boolean tryCount(ProviderName asker) {
        long now = nanos.getAsLong();
        asked.values().forEach(times -> times.removeIf(time -> now - time >= MINUTE));
        asked.values().removeIf(Deque::isEmpty);
        Deque<Long> times = asked.computeIfAbsent(asker, key -> new ArrayDeque<>());
        return times.size() < SessionUser.MOST_PER_MINUTE && times.add(now);
    }

    private void show(Pending<?, ?> pending, Seat seat) {
        if (seat.canShow(pending.request())) {
            pending.showAt(seat);
            news.accept(() -> seat.opened(pending.question()));
        } else if (seat.canPointAt(pending.request())) {
            pending.showAt(seat);
            news.accept(() -> seat.pointed(pending.question()));
        }
    }

    /** Somebody says yes there; false if no such request is open there. */
    boolean approve(Seat seat, QuestionId id) {
        String by = seat.name();
        return end(
                approvals,
                wholeAt(seat, approvals, id),
                new Approval.Approved(by),
                QuestionEnd.by(QuestionEnd.How.APPROVED, by));
    }

    /** Somebody says yes there for the rest of the session; false if it is not open there, or not like that. */
    boolean grant(Seat seat, QuestionId id, Scope scope) {
        String by = seat.name();
        Optional<Pending<ApprovalRequest, Approval>> pending =
                wholeAt(seat, approvals, id).filter(it -> it.request().scopes().contains(scope));
        boolean said = end(
                approvals,
                pending,
                new Approval.Approved(by),
                QuestionEnd.by(QuestionEnd.How.APPROVED_FOR_SESSION, by));
        if (said) {
            if (granted.size() >= SessionUser.MOST_GRANTS) {
                granted.remove(granted.keySet().iterator().next());
            }
            granted.put(id, Grant.of(id, pending.orElseThrow().request(), scope, by));
            news.accept(this::changed);
        }
        return said;
    }

    /** Somebody answers there; false if it is not open there, or does not take that. */
    boolean answer(Seat seat, QuestionId id, JsonValue value) {
        String by = seat.name();
        Optional<Pending<UserQuestion, UserAnswer>> pending = wholeAt(seat, questions, id)
                .filter(it -> it.request().objection(value).isEmpty());
        String words = value.kind() == JsonKind.STRING ? value.asString() : "";
        QuestionEnd how = QuestionEnd.by(QuestionEnd.How.ANSWERED, by).saying(words);
        return end(questions, pending, new UserAnswer.Given(value, by), how);
    }

    /** Somebody says no there; false if it is not open there. */
    boolean deny(Seat seat, QuestionId id, String reason) {
        Optional<Pending<ApprovalRequest, Approval>> approval = shownAt(seat, approvals, id);
        Optional<Pending<UserQuestion, UserAnswer>> question = shownAt(seat, questions, id);
        return Stream.concat(approval.stream(), question.stream()).anyMatch(it -> isLeftToOthers(it, seat))
                || deny(approval, question, reason, seat.name());
    }

    /** What a deputy does not want to answer is only not open there any more, if it is elsewhere (U-108). */
    private boolean isLeftToOthers(Pending<?, ?> pending, Seat seat) {
        boolean left = seat.isDeputy() && pending.shownAt().size() > 1;
        if (left) {
            pending.shownAt().remove(seat);
            news.accept(() -> seat.closed(pending.question(), QuestionEnd.of(QuestionEnd.How.LEFT)));
        }
        return left;
    }

    /** Somebody says no who sits nowhere; false if it is not open. */
    boolean deny(QuestionId id, String reason, String by) {
        return deny(Optional.ofNullable(approvals.get(id)), Optional.ofNullable(questions.get(id)), reason, by);
    }

    private boolean deny(
            Optional<Pending<ApprovalRequest, Approval>> approval,
            Optional<Pending<UserQuestion, UserAnswer>> question,
            String reason,
            String by) {
        String kept = Characters.beginning(reason, SessionUser.MOST_OF_REASON);
        return end(
                        approvals,
                        approval,
                        new Approval.Denied(kept, by),
                        QuestionEnd.by(QuestionEnd.How.DENIED, by).saying(kept))
                || end(
                        questions,
                        question,
                        new UserAnswer.Declined(kept, by),
                        QuestionEnd.by(QuestionEnd.How.DECLINED, by).saying(kept));
    }

    private static <P extends Pending<?, ?>> Optional<P> shownAt(Seat seat, Map<QuestionId, P> like, QuestionId id) {
        return Optional.ofNullable(like.get(id)).filter(it -> it.shownAt().contains(seat));
    }

    /** Only who has been shown all of it says yes (U-105). */
    private static <P extends Pending<?, ?>> Optional<P> wholeAt(Seat seat, Map<QuestionId, P> like, QuestionId id) {
        return shownAt(seat, like, id).filter(it -> seat.canShow(it.request()));
    }

    /** Whoever has asked takes it back. */
    void withdraw(QuestionId id, Withdrawal why) {
        withdraw(approvals, id, why);
        withdraw(questions, id, why);
    }

    /** Whoever has asked is gone. */
    void leave(ProviderName asker) {
        all().filter(it -> it.request().asker().equals(asker))
                .map(Pending::id)
                .toList()
                .forEach(id -> withdraw(id, Withdrawal.ASKER));
    }

    private <R extends UserRequest, T> void withdraw(
            Map<QuestionId, Pending<R, T>> like, QuestionId id, Withdrawal why) {
        Optional<Pending<R, T>> pending = Optional.ofNullable(like.get(id));
        pending.ifPresent(it -> end(like, pending, it.withdrawn(why), why.end()));
    }

    /** A question ends; false if there is none. */
    @CanIgnoreReturnValue
    private <R extends UserRequest, T> boolean end(
            Map<QuestionId, Pending<R, T>> like, Optional<Pending<R, T>> pending, T how, QuestionEnd closing) {
        pending.ifPresent(it -> {
            like.remove(it.question().id());
            it.shownAt().forEach(seat -> news.accept(() -> seat.closed(it.question(), closing)));
            news.accept(() -> listener.closed(it.question(), closing));
            news.accept(this::changed);
            complete(it, how);
        });
        return pending.isPresent();
    }

    private <T> void complete(Pending<?, T> pending, T how) {
        news.accept(() -> pending.complete(how));
    }

    List<Grant> grants() {
        return List.copyOf(granted.values());
    }

    boolean revoke(QuestionId grant) {
        boolean was = granted.remove(grant) != null;
        if (was) {
            news.accept(this::changed);
        }
        return was;
    }

    /** A person may sit there from now on; what fits nowhere now ends as if it were asked by then (U-105). */
    void sit(Seat seat) {
        all().forEach(pending -> show(pending, seat));
        endIfTooLong(approvals, seat);
        endIfTooLong(questions, seat);
    }

    private <R extends UserRequest, T> void endIfTooLong(Map<QuestionId, Pending<R, T>> like, Seat seat) {
        for (Pending<R, T> pending : List.copyOf(like.values())) {
            R request = pending.request();
            if (seat.shows(request) && pending.shownAt().isEmpty()) {
                news.accept(() -> listener.refused(request, tooLong(request)));
                end(like, Optional.of(pending), pending.tooLong(), QuestionEnd.of(QuestionEnd.How.TOO_LONG));
            }
        }
    }

    /** Nobody sits there any more. */
    void leave(Seat seat) {
        long now = nanos.getAsLong();
        all().filter(it -> it.shownAt().remove(seat) && it.shownAt().isEmpty()).forEach(it -> it.waitFrom(now));
        giveUp(approvals, now);
        giveUp(questions, now);
    }

    /** What nobody could answer for long enough ends. */
    private <R extends UserRequest, T> void giveUp(Map<QuestionId, Pending<R, T>> like, long now) {
        for (Pending<R, T> pending : List.copyOf(like.values())) {
            if (Deadlines.hasCome(pending.givenUpAt(), now)) {
                String why = "Nobody is there any more who could " + pending.wanted() + ".";
                end(like, Optional.of(pending), pending.absent(why), QuestionEnd.of(QuestionEnd.How.GIVEN_UP));
            }
        }
    }

    /** What is due ends. */
    void timePassed(long now) {
        all().filter(it -> Deadlines.hasCome(it.expiresAt(), now))
                .map(Pending::id)
                .toList()
                .forEach(id -> withdraw(id, Withdrawal.EXPIRED));
        giveUp(approvals, now);
        giveUp(questions, now);
    }

    OptionalLong nextDeadline() {
        return Deadlines.first(
                all().flatMapToLong(it -> LongStream.concat(it.expiresAt().stream(), it.givenUpAt().stream())));
    }

    private Stream<Pending<?, ?>> all() {
        return Stream.<Map<QuestionId, ? extends Pending<?, ?>>>of(approvals, questions)
                .flatMap(like -> like.values().stream());
    }

    /** Those that wait for an answer, oldest first. */
    List<OpenQuestion> waiting() {
        return all().<OpenQuestion>map(Pending::question)
                .sorted(Comparator.comparingLong(it -> it.id().value()))
                .toList();
    }

    /** The session is over. */
    void close() {
        over = true;
        all().map(Pending::id).toList().forEach(id -> withdraw(id, Withdrawal.ENDED));
        granted.clear();
    }
}
