package io.tapgateway.app.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.Secret;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Who may use the console: a browser in which the owner has opened a link that is good for once. Nothing of that
 * outlives the process. Thread-safe.
 */
public final class SignIn {
    /** How many links can be good at once. */
    static final int MAX_LINKS = 8;

    /** How long a link is good. */
    static final long LINK_NANOS = 3_600_000_000_000L;

    /** How many can be signed in. */
    static final int MAX_VISITS = 16;

    private static final int SECRET_BYTES = 32;

    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Link> links = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<Visit> visits = new ArrayDeque<>();

    /**
     * Nobody is signed in yet.
     *
     * @param random must be fit for secrets
     * @param nanos monotonic time
     */
    public SignIn(RandomGenerator random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    private record Link(Secret code, long until) {}

    /** Makes the code of a link: good for one browser, within an hour. */
    public Secret newLink() {
        lock.lock();
        try {
            Link link = new Link(secret(), nanos.getAsLong() + LINK_NANOS);
            addLast(links, link, MAX_LINKS);
            return link.code();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Uses the code of a link up. All tabs of a browser share one visit, as they share the cookie.
     *
     * @param cookie what the browser has from a sign-in before, if anything
     * @return empty if the code is not or no longer good
     */
    public Optional<Visit> enter(String code, String cookie) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            links.removeIf(link -> link.until() - now < 0);
            if (!links.removeIf(link -> Visit.isSame(link.code(), code))) {
                return Optional.empty();
            }
            return visit(cookie).or(() -> Optional.of(admit()));
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody shows what a browser got that is signed in. */
    public boolean admits(String cookie, String pass) {
        lock.lock();
        try {
            boolean found = false;
            for (Visit visit : visits) {
                found |= visit.isShownBy(cookie, pass);
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets a browser. */
    public void leave(String cookie) {
        lock.lock();
        try {
            visit(cookie).ifPresent(visits::remove);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Optional<Visit> visit(String cookie) {
        return visits.stream()
                .filter(visit -> Visit.isSame(visit.cookie(), cookie))
                .findFirst();
    }

    @GuardedBy("lock")
    private Visit admit() {
        Visit visit = new Visit(secret(), secret());
        addLast(visits, visit, MAX_VISITS);
        return visit;
    }

    private Secret secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** Where there is no more room, the oldest makes some. */
    private static <E> void addLast(Deque<E> elements, E element, int most) {
        elements.addLast(element);
        if (elements.size() > most) {
            elements.removeFirst();
        }
    }
}
