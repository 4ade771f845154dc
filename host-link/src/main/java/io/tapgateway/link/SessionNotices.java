package io.tapgateway.link;

import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.thread.Mailbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What the host of a session is told: in order, one thing at a time, on the host's executor, and nothing after the end
 * of the session. Thread-safe.
 */
final class SessionNotices {
    private final Mailbox<Consumer<SessionHost>> mailbox;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile SessionHost host;
    private volatile List<RegisteredTool> lastTools = List.of();

    SessionNotices(SessionHost host, Executor executor) {
        this.host = host;
        this.mailbox = new Mailbox<>(executor, this::deliver);
    }

    private void deliver(Consumer<SessionHost> notice) {
        if (!ended.isDone()) {
            notice.accept(host);
        }
    }

    /** Another host goes on with the session. */
    void goTo(SessionHost next) {
        host = next;
    }

    /** The tools that the host was told of last. */
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
        tell(SessionHost::offeringsChanged);
    }

    void providersExpected(boolean expected) {
        tell(it -> it.providersExpected(expected));
    }

    void inboxChanged(InboxView inbox) {
        tell(it -> it.inboxChanged(inbox));
    }

    void logged(TimelineEntry entry) {
        tell(it -> it.log(entry));
    }

    /**
     * Passes on a prompt.
     *
     * @return completes with whether the host has accepted it
     */
    CompletionStage<Boolean> injected(InjectedPrompt prompt) {
        CompletableFuture<Boolean> accepted = new CompletableFuture<>();
        tell(it -> {
            boolean asked = false;
            try {
                var unused = it.send(prompt).whenComplete((done, failure) -> accepted.complete(failure == null));
                asked = true;
            } finally {
                if (!asked) {
                    accepted.complete(false);
                }
            }
        });
        return accepted;
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

    /** Completes when the host has been told that the session has ended. */
    CompletionStage<Void> ended() {
        return ended.copy();
    }

    private void tell(Consumer<SessionHost> notice) {
        mailbox.offer(notice);
        mailbox.flush();
    }
}
