package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.SessionAccess;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's session: had when the agent is there, and again whenever it has ended, until the agent is gone (M-013).
 * Thread-safe.
 *
 * @param <S> what the agent can do in it
 */
final class LastingSession<S extends SessionAccess> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastingSession.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final Way<S> way;
    private final Consumer<String> problem;
    private final Executor errands;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private CompletableFuture<S> session = new CompletableFuture<>();

    @GuardedBy("lock")
    private Optional<Term> last = Optional.empty();

    /** How the session is had. */
    @FunctionalInterface
    interface Way<S> {
        /**
         * Opens the session, or attaches to it. Waits.
         *
         * @param ended to be run when it has ended
         * @throws IOException if there is no gateway to be reached
         * @throws IllegalStateException if the gateway does not have the session for this agent
         */
        S open(Runnable ended) throws IOException;
    }

    /**
     * @param problem told why there is no session yet, in a sentence, each time that it is another one
     * @param errands where the gateway is waited for
     */
    LastingSession(Way<S> way, Consumer<String> problem, Executor errands) {
        this.way = way;
        this.problem = problem;
        this.errands = errands;
    }

    /** The time from opening to end. Confined to the lock of the lasting session. */
    private static final class Term {
        private boolean over;
    }

    /** Opens the session, in a while, and again when it has ended. */
    void open() {
        errands.execute(this::search);
    }

    private void search() {
        String told = "";
        long pause = FIRST_PAUSE.toMillis();
        try {
            do {
                try {
                    if (openOnce()) {
                        return;
                    }
                } catch (IOException | IllegalStateException e) {
                    String why = String.valueOf(e.getMessage());
                    if (!why.equals(told) && !isClosed()) {
                        problem.accept(why);
                        told = why;
                    }
                }
                pause = Math.min(2 * pause, LONGEST_PAUSE.toMillis());
            } while (!closed.await(pause, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            LOG.trace("The agent is gone", e);
        }
    }

    /** @return whether there is a session now, or none is needed any more */
    private boolean openOnce() throws IOException {
        Term mine = new Term();
        S opened = way.open(() -> ended(mine));
        CompletableFuture<S> awaited;
        lock.lock();
        try {
            if (mine.over && !isClosed()) {
                return false;
            }
            last = Optional.of(mine);
            awaited = session;
        } finally {
            lock.unlock();
        }
        awaited.complete(opened);
        if (isClosed()) {
            close();
        }
        return true;
    }

    private void ended(Term former) {
        lock.lock();
        try {
            former.over = true;
            if (last.filter(former::equals).isEmpty() || isClosed()) {
                return;
            }
            session = new CompletableFuture<>();
        } finally {
            lock.unlock();
        }
        open();
    }

    /** The session, if there is one now. */
    Optional<S> now() {
        return Optional.ofNullable(future().getNow(null));
    }

    /** The session, as soon as there is one; empty if that takes longer. Waits. */
    Optional<S> within(Duration patience) {
        try {
            return Optional.of(future().get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException e) {
            LOG.trace("No session yet", e);
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Does something as soon as there is a session. */
    void whenOpen(Runnable action) {
        var unused = future().thenRun(action);
    }

    private CompletableFuture<S> future() {
        lock.lock();
        try {
            return session;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** The agent is gone: the session ends. */
    @Override
    public void close() {
        closed.countDown();
        now().ifPresent(it -> {
            var unused = it.close();
        });
    }
}
