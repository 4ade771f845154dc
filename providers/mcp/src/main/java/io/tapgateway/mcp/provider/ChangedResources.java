package io.tapgateway.mcp.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.Offerings;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Resources that a server has said are others, until that is passed on: each once, however often it is said, and no
 * more of them a second than a session takes. Thread-safe.
 */
final class ChangedResources {
    /** How many wait; what is said of further ones is lost. */
    static final int MOST = Offerings.MAX_OF_A_KIND;

    /** Characters of an address; nobody hears of a longer one. */
    static final int LONGEST = 2_000;

    private final ProgramThread time;
    private final Consumer<String> listener;
    private final ReentrantLock lock = new ReentrantLock();

    /** There is a time to come at which the first is passed on, as long as there is one. */
    @GuardedBy("lock")
    private final Set<String> waiting = new LinkedHashSet<>();

    /** @param listener gets each address on the program thread */
    ChangedResources(ProgramThread time, Consumer<String> listener) {
        this.time = time;
        this.listener = listener;
    }

    void add(String uri) {
        boolean first;
        lock.lock();
        try {
            if (uri.isBlank() || uri.length() > LONGEST || waiting.size() >= MOST || !waiting.add(uri)) {
                return;
            }
            first = waiting.size() == 1;
        } finally {
            lock.unlock();
        }
        if (first) {
            passLater();
        }
    }

    private void passLater() {
        time.after(Pace.BETWEEN_EVENTS, this::pass);
    }

    private void pass() {
        String next;
        boolean more;
        lock.lock();
        try {
            Iterator<String> all = waiting.iterator();
            next = all.next();
            all.remove();
            more = all.hasNext();
        } finally {
            lock.unlock();
        }
        if (more) {
            passLater();
        }
        listener.accept(next);
    }
}
