package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls one session's host, serially; a host that does not keep up loses timeline lines first. Thread-safe, but for
 * what is noted inside the loop.
 */
final class HostMailbox implements Departure {
    /** How many notices may wait for a host before timeline lines are dropped. */
    static final int MOST_WAITING = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(HostMailbox.class);

    private final Mailbox<HostNotice> notices;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile SessionHost host;
    private boolean over;

    HostMailbox(Executor executor, SessionHost host) {
        this.host = host;
        Receiver receiver = new Receiver();
        notices = new Mailbox<>(executor, notice -> notice.accept(receiver));
    }

    /** Completes when the host has been told that its session is over. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    /** Calls another host from now on. */
    void handTo(SessionHost next) {
        host = next;
    }

    /** Whether its session is over, told or not. Confined to the loop. */
    boolean isOver() {
        return over;
    }

    /** Notes what the host is to be told; called inside the loop. */
    void offer(HostNotice notice) {
        over |= notice instanceof HostNotice.Ended;
        if (notice instanceof HostNotice.Log && notices.waiting() >= MOST_WAITING) {
            LOG.warn("a timeline line was dropped: the session's host is {} notices behind", MOST_WAITING);
            return;
        }
        notices.offer(notice);
    }

    @Override
    public void flush() {
        notices.flush();
    }

    private final class Receiver implements HostNotice.Visitor {
        @Override
        public void onToolsChanged(HostNotice.ToolsChanged notice) {
            host.toolsChanged(notice.tools());
        }

        @Override
        public void onToolChanged(HostNotice.ToolChanged notice) {
            host.toolChanged(notice.change());
        }

        @Override
        public void onLog(HostNotice.Log notice) {
            host.log(notice.entry());
        }

        @Override
        public void onSend(HostNotice.Send notice) {
            host.send(notice.prompt()).whenComplete((done, failure) -> {
                if (failure != null) {
                    LOG.warn("a session host did not accept an injected prompt", failure);
                }
            });
        }

        @Override
        public void onEnded(HostNotice.Ended notice) {
            try {
                host.closed();
            } finally {
                ended.complete(null);
            }
        }
    }
}
