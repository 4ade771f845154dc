package io.tapgateway.link;

import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionHost;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** What the host of a session is told beyond what its guests are. Thread-safe. */
final class HostNotices extends SessionNotices<SessionHost> {
    HostNotices(SessionHost host, Executor executor) {
        super(host, executor);
    }

    void providersExpected(boolean expected) {
        tell(it -> it.providersExpected(expected));
    }

    void inboxChanged(InboxView inbox) {
        tell(it -> it.inboxChanged(inbox));
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
}
