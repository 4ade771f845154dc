package io.tapgateway.app.console;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.Secret;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Who may use the console: a browser in which the owner has opened a link that is good for once. Such a browser leaves
 * the public half of a key that it keeps, and signs a challenge with it to come back after a reload or a restart. What
 * it signs names the address it sees, so an answer given to an impostor on another port is of no use here (T-06).
 * Thread-safe.
 */
public final class SignIn {
    /** How many links can be good at once. */
    static final int MAX_LINKS = 8;

    /** How long a link is good. */
    static final long LINK_NANOS = 3_600_000_000_000L;

    /** How many challenges can be open at once. */
    static final int MAX_CHALLENGES = 64;

    /** How many browsers can come back. */
    static final int MAX_BROWSERS = 8;

    /** How many can be signed in. */
    static final int MAX_VISITS = 16;

    private static final int SECRET_BYTES = 32;

    private final BrowserMemory memory;
    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Link> links = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<String> challenges = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<Visit> visits = new ArrayDeque<>();

    @GuardedBy("lock")
    private final List<String> browsers;

    /**
     * Nobody is signed in yet.
     *
     * @param random must be fit for secrets
     * @param nanos monotonic time
     */
    public SignIn(BrowserMemory memory, RandomGenerator random, LongSupplier nanos) {
        this.memory = memory;
        this.random = random;
        this.nanos = nanos;
        this.browsers = new ArrayList<>(memory.recall().stream()
                .filter(key -> BrowserKey.read(key).isPresent())
                .limit(MAX_BROWSERS)
                .toList());
    }

    private record Link(Secret code, long until) {}

    /**
     * How a browser shows that it has been here.
     *
     * @param key the public half of its key
     * @param challenge that it was given
     * @param signature over the challenge and its address
     */
    public record Proof(String key, String challenge, String signature) {}

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
     * Uses the code of a link up.
     *
     * @param key the public half of the browser's key; without a usable one it cannot come back
     * @return empty if the code is not or no longer good
     */
    public Optional<Visit> enter(String code, Optional<String> key) {
        Optional<String> browser = key.flatMap(BrowserKey::read).map(BrowserKey::encoded);
        lock.lock();
        try {
            long now = nanos.getAsLong();
            links.removeIf(link -> link.until() - now < 0);
            if (!links.removeIf(link -> Visit.isSame(link.code(), code))) {
                return Optional.empty();
            }
            browser.ifPresent(this::remember);
            return Optional.of(admit(browser));
        } finally {
            lock.unlock();
        }
    }

    /** Makes something for a browser to sign, once. */
    public String newChallenge() {
        lock.lock();
        try {
            String challenge = secret().reveal();
            addLast(challenges, challenge, MAX_CHALLENGES);
            return challenge;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets a browser in again.
     *
     * @param origin its address, as this gateway knows it
     * @return empty if it does not prove that it has been here
     */
    public Optional<Visit> comeBack(Proof proof, String origin) {
        lock.lock();
        try {
            if (!challenges.remove(proof.challenge()) || !browsers.contains(proof.key())) {
                return Optional.empty();
            }
        } finally {
            lock.unlock();
        }
        boolean genuine = BrowserKey.read(proof.key())
                .filter(key -> key.hasSigned(proof.challenge() + " " + origin, proof.signature()))
                .isPresent();
        lock.lock();
        try {
            return genuine && browsers.contains(proof.key())
                    ? Optional.of(admit(Optional.of(proof.key())))
                    : Optional.empty();
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
            Optional<Visit> left = visits.stream()
                    .filter(visit -> Visit.isSame(visit.cookie(), cookie))
                    .findFirst();
            left.ifPresent(visits::remove);
            left.flatMap(Visit::browser).filter(browsers::remove).ifPresent(gone -> memory.keep(browsers));
        } finally {
            lock.unlock();
        }
    }

    /** All tabs of a browser share one visit, as they share the cookie. */
    @GuardedBy("lock")
    private Visit admit(Optional<String> browser) {
        Optional<Visit> present = visits.stream()
                .filter(visit -> browser.isPresent() && visit.browser().equals(browser))
                .findFirst();
        if (present.isPresent()) {
            return present.get();
        }
        Visit visit = new Visit(browser, secret(), secret());
        addLast(visits, visit, MAX_VISITS);
        return visit;
    }

    @GuardedBy("lock")
    private void remember(String key) {
        browsers.remove(key);
        browsers.add(key);
        if (browsers.size() > MAX_BROWSERS) {
            browsers.remove(0);
        }
        memory.keep(browsers);
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
