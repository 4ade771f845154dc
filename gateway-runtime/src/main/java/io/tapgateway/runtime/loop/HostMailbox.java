package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the host of one session, or a guest, what happens in it, serially; who does not keep up loses timeline lines
 * first. Thread-safe, but for what is noted inside the loop.
 */
final class HostMailbox implements Departure {
    /** How many notices may wait before timeline lines are dropped. */
    static final int MOST_WAITING = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(HostMailbox.class);

    private final Mailbox<Runnable> notices;
    private final HostNotice.Visitor receiver;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private boolean over;

    HostMailbox(Executor executor, HostNotice.Visitor receiver) {
        this.receiver = receiver;
        notices = new Mailbox<>(executor, Runnable::run);
    }

    /** Completes when the receiver has been told that it is over. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Whether it is over, told or not: the session, or the part that a guest has in it. Confined to the loop. */
    boolean isOver() {
        return over;
    }

    /** Notes what is to be told; called inside the loop. */
    void offer(HostNotice notice) {
        if (notice instanceof HostNotice.Log && notices.waiting() >= MOST_WAITING) {
            LOG.warn("a timeline line was dropped: whoever is told of the session is {} notices behind", MOST_WAITING);
            return;
        }
        notices.offer(() -> notice.accept(receiver));
        if (notice instanceof HostNotice.Ended) {
            over = true;
            notices.offer(() -> ended.complete(null));
        }
    }

    /** Does something when the receiver has been told what was noted before. */
    void afterNotices(Runnable action) {
        notices.offer(action);
        notices.flush();
    }

    @Override
    public void flush() {
        notices.flush();
    }
}
