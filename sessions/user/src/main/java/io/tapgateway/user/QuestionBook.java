package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * What is open in one session, within its limits, and at which seats. Notes what is to be said, in order, and says
 * nothing itself. Confined to the lock of its {@link Person}.
 */
final class QuestionBook {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final String NOBODY = "Nobody is there who could approve it.";
    private static final String LEFT = "Nobody is there any more who could approve it.";
    private static final String OVER = "The session has ended.";

    private final LongSupplier nanos;
    private final Consumer<Runnable> news;
    private final Runnable whenChanged;
    private final Map<QuestionId, Pending> open = new LinkedHashMap<>();
    private final Set<Seat> seats = new LinkedHashSet<>();
    private final Map<QuestionId, Grant> granted = new LinkedHashMap<>();

    /** When each provider has had questions asked, within the last minute. */
    private final Map<ProviderName, Deque<Long>> asked = new HashMap<>();

    private long last;
    private boolean over;

    /**
     * @param news takes what is to be said once the lock is free
     * @param whenChanged to be said whenever there is one question or grant more or less
     */
    QuestionBook(LongSupplier nanos, Consumer<Runnable> news, Runnable whenChanged) {
        this.nanos = nanos;
        this.news = news;
        this.whenChanged = whenChanged;
    }

    /** A question with the next number. */
    OpenQuestion next(ApprovalRequest request) {
        return new OpenQuestion(new QuestionId(++last), request, nanos.getAsLong());
    }

    /** A question is asked: it is open from now on, or has ended. */
    void add(Pending pending) {
        Optional<Grant> permitted = granted.values().stream()
                .filter(it -> it.covers(pending.request()))
                .findFirst();
        if (permitted.isPresent()) {
            complete(pending, new Approval.Approved(permitted.get().by()));
            return;
        }
        Optional<Approval> obstacle = obstacle(pending.request());
        if (obstacle.isPresent()) {
            complete(pending, obstacle.get());
        } else {
            open.put(pending.question().id(), pending);
            seats.forEach(seat -> show(pending, seat));
            news.accept(whenChanged);
        }
    }

    private Optional<Approval> obstacle(ApprovalRequest request) {
        ProviderName source = source(request);
        if (over) {
            return Optional.of(new Approval.Withdrawn(OVER));
        } else if (seats.isEmpty()) {
            return absent(NOBODY);
        } else if (seats.stream().noneMatch(seat -> seat.canShow(request))) {
            return absent("It is too long to be approved: " + request.length() + " characters.");
        } else if (open.size() >= SessionUser.MOST_OPEN) {
            return absent("More than " + SessionUser.MOST_OPEN + " questions wait for an answer already.");
        } else if (openOf(source) >= SessionUser.MOST_OPEN_PER_SOURCE) {
            return absent("More than " + SessionUser.MOST_OPEN_PER_SOURCE + " questions of " + source
                    + " wait for an answer already.");
        } else if (!tryCount(source)) {
            return absent(
                    source + " has had more than " + SessionUser.MOST_PER_MINUTE + " questions asked within a minute.");
        }
        return Optional.empty();
    }

    private static Optional<Approval> absent(String why) {
        return Optional.of(new Approval.Absent(why));
    }

    private static ProviderName source(ApprovalRequest request) {
        return request.sources().get(0).name();
    }

    private long openOf(ProviderName source) {
        return open.values().stream()
                .filter(it -> source(it.request()).equals(source))
                .count();
    }

    private boolean tryCount(ProviderName source) {
        long now = nanos.getAsLong();
        asked.values().forEach(times -> times.removeIf(time -> now - time >= MINUTE));
        asked.values().removeIf(Deque::isEmpty);
        Deque<Long> times = asked.computeIfAbsent(source, key -> new ArrayDeque<>());
        return times.size() < SessionUser.MOST_PER_MINUTE && times.add(now);
    }

    private void show(Pending pending, Seat seat) {
        if (seat.canShow(pending.request())) {
            pending.shownAt().add(seat);
            news.accept(() -> seat.opened(pending.question()));
        }
    }

    /** Somebody answers there; false if the question is not open there. */
    boolean answer(Seat seat, QuestionId question, Approval said, String how) {
        Pending pending = open.get(question);
        return pending != null && pending.shownAt().contains(seat) && end(pending, said, how);
    }

    /** Somebody says yes there for the rest of the session; false if it is not open there, or not like that. */
    boolean grant(Seat seat, QuestionId question, Scope scope, String by) {
        Pending pending = open.get(question);
        if (pending == null || !Scope.of(pending.request()).contains(scope)) {
            return false;
        }
        boolean said = answer(seat, question, new Approval.Approved(by), "approved for the session " + by);
        if (said) {
            if (granted.size() >= SessionUser.MOST_GRANTS) {
                granted.remove(granted.keySet().iterator().next());
            }
            granted.put(question, Grant.of(pending.question(), scope, by));
            news.accept(whenChanged);
        }
        return said;
    }

    List<Grant> grants() {
        return List.copyOf(granted.values());
    }

    boolean revoke(QuestionId grant) {
        boolean was = granted.remove(grant) != null;
        if (was) {
            news.accept(whenChanged);
        }
        return was;
    }

    /** Somebody denies who sits nowhere; false if the question is not open. */
    boolean deny(QuestionId question, Approval.Denied said, String how) {
        Pending pending = open.get(question);
        return pending != null && end(pending, said, how);
    }

    /** A question ends; false if it has ended already. */
    boolean end(Pending pending, Approval how, String words) {
        if (!open.remove(pending.question().id(), pending)) {
            return false;
        }
        pending.shownAt().forEach(seat -> news.accept(() -> seat.closed(pending.question(), words)));
        news.accept(whenChanged);
        complete(pending, how);
        return true;
    }

    private void complete(Pending pending, Approval how) {
        news.accept(() -> pending.complete(how));
    }

    /** A person may sit there from now on. */
    void sit(Seat seat) {
        if (!over) {
            seats.add(seat);
            open.values().forEach(pending -> show(pending, seat));
        }
    }

    /** Nobody sits there any more. */
    boolean leave(Seat seat) {
        boolean sat = seats.remove(seat);
        for (Pending pending : List.copyOf(open.values())) {
            if (pending.shownAt().remove(seat) && pending.shownAt().isEmpty()) {
                end(pending, new Approval.Absent(LEFT), "given up");
            }
        }
        return sat;
    }

    boolean hasSeats() {
        return !seats.isEmpty();
    }

    /** Those that wait for an answer, oldest first. */
    Stream<OpenQuestion> waiting() {
        return open.values().stream().map(Pending::question);
    }

    /** The session is over. */
    boolean close() {
        over = true;
        List.copyOf(open.values()).forEach(it -> end(it, new Approval.Withdrawn(OVER), "withdrawn"));
        seats.clear();
        granted.clear();
        return true;
    }
}
