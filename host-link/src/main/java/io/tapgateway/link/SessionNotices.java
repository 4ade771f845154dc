package io.tapgateway.link;

import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the host or a guest of a session is told: in order, one thing at a time, on its executor, and nothing after the
 * end of the session. Thread-safe.
 *
 * @param <L> who is told
 */
class SessionNotices<L extends SessionListener> {
    private final Mailbox<Consumer<? super L>> mailbox;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile L listener;
    private volatile List<RegisteredTool> lastTools = List.of();

    SessionNotices(L listener, Executor executor) {
        this.listener = listener;
        this.mailbox = new Mailbox<>(executor, this::deliver);
    }

    private void deliver(Consumer<? super L> notice) {
        if (!ended.isDone()) {
            notice.accept(listener);
        }
    }

    /** Another one is told from now on. */
    void goTo(L next) {
        listener = next;
    }

    /** The tools that were told last. */
    List<RegisteredTool> lastTools() {
        return lastTools;
    }

    void toolsChanged(List<RegisteredTool> tools) {
        lastTools = tools;
        tell(it -> it.toolsChanged(tools));
    }

    void toolChanged(ToolChange change) {
        tell(it -> it.toolChanged(change));
    }

    void offeringsChanged() {
        tell(SessionListener::offeringsChanged);
    }

    void logged(TimelineEntry entry) {
        tell(it -> it.log(entry));
    }

    /** The session has ended. */
    void end() {
        tell(it -> {
            try {
                it.closed();
            } finally {
                ended.complete(null);
            }
        });
    }

    /** Completes when it has been told that the session has ended. */
    CompletionStage<Void> ended() {
        return ended.copy();
    }

    void tell(Consumer<? super L> notice) {
        mailbox.offer(notice);
        mailbox.flush();
    }
}
