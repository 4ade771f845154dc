package io.tapgateway.app.control.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Which browsers have a person in front of them who may say yes (U-107). A page makes up a key when it is loaded, keeps
 * it in its memory and shares it with the other pages of its browser; it shows a code, and whoever types that code at
 * the prompt has it confirmed. From then on a person sits there, at every session, as long as a page with that key
 * listens to events. Thread-safe.
 */
public final class ConsoleSeats {
    /** How many browsers may have the right; one that nobody sits at makes room. */
    static final int MAX_CONFIRMED = 16;

    /** How long a page counts as there whose connection is lost (U-103). */
    static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** What is larger than a browser shows well is not asked here (U-105). */
    static final int MOST_CHARACTERS = SessionUser.MOST_OF_REQUEST;

    /** Where people say that an answer was given. */
    public static final String PLACE = "in the console";

    private static final int CODES = 1_000_000;

    /** 256 bits, as pages write them. */
    private static final String KEY = "[0-9a-f]{64}";

    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<Seat> seats = new ArrayList<>();

    @GuardedBy("lock")
    private final Map<SessionId, SessionUser> users = new HashMap<>();

    /**
     * @param random must be fit for secrets
     * @param nanos monotonic time
     */
    public ConsoleSeats(AppSessions sessions, RandomGenerator random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
        sessions.whenEnded(this::closed);
        sessions.forEach(
                session -> opened(session.gateway().info().id(), session.host().user()));
    }

    /** A page that listens to events; what it is sent must not block. */
    public interface Page {
        void send(byte[] event);

        boolean isEnded();
    }

    /** A browser. Confined to the lock. */
    private static final class Seat {
        private final String key;
        private final String code;
        private final List<Page> pages = new ArrayList<>();
        private final Map<SessionId, Attachment> attachments = new HashMap<>();
        private boolean confirmed;
        private long lastSeen;

        private Seat(String key, String code) {
            this.key = key;
            this.code = code;
        }

        private boolean isThere(long now) {
            pages.removeIf(Page::isEnded);
            lastSeen = pages.isEmpty() ? lastSeen : now;
            return now - lastSeen < AWAY_NANOS;
        }

        private void tell(Page page) {
            page.send(ServerSentEvent.of(
                            Optional.empty(),
                            "person",
                            out -> out.flag("confirmed", confirmed).text("code", code))
                    .toBytes());
        }
    }

    /** A page of that browser listens from now on; what is no key of a page is none. */
    public void sit(String key, Page page) {
        if (!key.matches(KEY)) {
            return;
        }
        lock.lock();
        try {
            forgetCodes();
            Seat seat = find(key).orElseGet(() -> {
                Seat added = new Seat(key, freshCode());
                seats.add(added);
                return added;
            });
            seat.pages.add(page);
            seat.lastSeen = nanos.getAsLong();
            seat.tell(page);
        } finally {
            lock.unlock();
        }
        attach();
    }

    /**
     * Gives the right to the browser that shows that code.
     *
     * @param code six digits; blanks between them do not matter
     * @return false if no page shows it, or too many browsers have the right
     */
    public boolean confirm(String code) {
        String digits = code.replace(" ", "");
        lookAround();
        lock.lock();
        try {
            Optional<Seat> found =
                    seats.stream().filter(seat -> seat.code.equals(digits)).findFirst();
            if (found.isEmpty() || (!found.get().confirmed && !makeRoom())) {
                return false;
            }
            found.get().confirmed = true;
            found.get().pages.forEach(found.get()::tell);
        } finally {
            lock.unlock();
        }
        attach();
        return true;
    }

    /** Whether a person sits there who may say yes. */
    public boolean isPerson(String key) {
        return seat(key, seat -> true).orElse(false);
    }

    /**
     * That event as who asks may publish it: what programs say that the user wrote is hearsay, since an agent's own
     * shell can read the owner token (U-125).
     */
    public SessionHostEvent said(ApiRequest request, SessionHostEvent event) {
        return request.personKey().filter(this::isPerson).isPresent() ? event : event.asHearsay();
    }

    /**
     * The key of the browser that asks, which has to be one that a person has confirmed.
     *
     * @param how it can be done otherwise, as a sentence
     */
    public String person(ApiRequest request, String how) throws ApiProblem {
        return request.personKey().filter(this::isPerson).orElseThrow(() -> ApiProblem.forbidden(how));
    }

    /** The right of whoever sits there to answer in that session; empty if there is none. */
    public Optional<Attachment> at(String key, SessionId session) {
        return seat(key, seat -> Optional.ofNullable(seat.attachments.get(session)))
                .flatMap(it -> it);
    }

    private <T> Optional<T> seat(String key, Function<Seat, T> use) {
        lock.lock();
        try {
            return find(key).filter(seat -> seat.confirmed).map(use);
        } finally {
            lock.unlock();
        }
    }

    /** Notices who has left; to be called every few seconds. */
    public void lookAround() {
        List<Attachment> left = new ArrayList<>();
        lock.lock();
        try {
            forgetCodes();
            long now = nanos.getAsLong();
            for (Seat seat : seats) {
                if (!seat.isThere(now)) {
                    left.addAll(seat.attachments.values());
                    seat.attachments.clear();
                }
            }
        } finally {
            lock.unlock();
        }
        left.forEach(Attachment::close);
    }

    /** A code is good as long as a page shows it, so there are no more of them than listeners. */
    @GuardedBy("lock")
    private void forgetCodes() {
        seats.removeIf(seat -> !seat.confirmed && seat.pages.stream().allMatch(Page::isEnded));
    }

    @GuardedBy("lock")
    private boolean makeRoom() {
        if (seats.stream().filter(seat -> seat.confirmed).count() < MAX_CONFIRMED) {
            return true;
        }
        return seats.stream()
                .filter(seat -> seat.confirmed && seat.pages.isEmpty() && seat.attachments.isEmpty())
                .findFirst()
                .map(seats::remove)
                .orElse(false);
    }

    /** Takes equally long whatever key is shown. */
    @GuardedBy("lock")
    private Optional<Seat> find(String key) {
        Optional<Seat> found = Optional.empty();
        for (Seat seat : seats) {
            found = isSame(seat.key, key) ? Optional.of(seat) : found;
        }
        return found;
    }

    private static boolean isSame(String expected, String offered) {
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.UTF_8), offered.getBytes(StandardCharsets.UTF_8));
    }

    @GuardedBy("lock")
    private String freshCode() {
        String code = code();
        while (isTaken(code)) {
            code = code();
        }
        return code;
    }

    @GuardedBy("lock")
    private boolean isTaken(String code) {
        return seats.stream().anyMatch(seat -> seat.code.equals(code));
    }

    private String code() {
        return String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
    }

    private void opened(SessionId id, SessionUser user) {
        lock.lock();
        try {
            users.put(id, user);
        } finally {
            lock.unlock();
        }
        attach();
    }

    private void closed(SessionId id) {
        lock.lock();
        try {
            users.remove(id);
            seats.forEach(seat -> seat.attachments.remove(id));
        } finally {
            lock.unlock();
        }
    }

    /** A browser that does not sit at a session yet. */
    private record Vacancy(Seat seat, SessionId id, SessionUser user) {}

    /** Whoever may say yes and is there sits at every session. Others are told, so no lock is held meanwhile. */
    private void attach() {
        for (Vacancy vacancy : vacancies()) {
            Attachment attachment = vacancy.user().attach(new InConsole());
            if (!keep(vacancy, attachment)) {
                attachment.close();
            }
        }
    }

    private List<Vacancy> vacancies() {
        List<Vacancy> vacancies = new ArrayList<>();
        lock.lock();
        try {
            long now = nanos.getAsLong();
            for (Seat seat : seats) {
                if (seat.confirmed && seat.isThere(now)) {
                    users.forEach((id, user) -> {
                        if (!seat.attachments.containsKey(id)) {
                            vacancies.add(new Vacancy(seat, id, user));
                        }
                    });
                }
            }
        } finally {
            lock.unlock();
        }
        return vacancies;
    }

    /** Unless the session has ended meanwhile, or another thread was faster. */
    private boolean keep(Vacancy vacancy, Attachment attachment) {
        lock.lock();
        try {
            return vacancy.user().equals(users.get(vacancy.id()))
                    && vacancy.seat().attachments.putIfAbsent(vacancy.id(), attachment) == null;
        } finally {
            lock.unlock();
        }
    }

    /** Pages hear of questions by their events. */
    private static final class InConsole implements Surface {
        @Override
        public String name() {
            return PLACE;
        }

        @Override
        public int mostCharacters() {
            return MOST_CHARACTERS;
        }

        @Override
        public Set<Ability> abilities() {
            return Set.of(Ability.APPROVALS, Ability.QUESTIONS, Ability.FORMS, Ability.PANELS);
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }
}
