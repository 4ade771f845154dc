package io.tapgateway.app.session;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The host of one session in which a person plays the agent: it remembers the newest of what an agent would have been shown
 * and asked. Thread-safe.
 */
public final class AppSession implements SessionHost {
    /** How many lines of the timeline are remembered. */
    public static final int TIMELINE_LINES = 1_000;

    /** How many injected prompts are remembered. */
    public static final int INJECTED_PROMPTS = 200;

    private final SessionId id;
    private final TimelineListener listener;
    private final Runnable whenClosed;
    private final Ring<NumberedEntry> timeline = new Ring<>(TIMELINE_LINES);
    private final Ring<InjectedPrompt> injected = new Ring<>(INJECTED_PROMPTS);

    AppSession(SessionId id, TimelineListener listener, Runnable whenClosed) {
        this.id = id;
        this.listener = listener;
        this.whenClosed = whenClosed;
    }

    /** The lines of the timeline that are still remembered and have a higher number, oldest first. */
    public List<NumberedEntry> timelineAfter(long seq) {
        return timeline.after(seq);
    }

    /** What providers asked the agent to take up, oldest first, as far as it is remembered. */
    public List<InjectedPrompt> injected() {
        return injected.after(0);
    }

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        // Whoever wants the tools asks the gateway.
    }

    @Override
    public void log(TimelineEntry entry) {
        NumberedEntry numbered = timeline.add(seq -> new NumberedEntry(seq, entry));
        listener.onEntry(id, numbered);
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        injected.add(number -> prompt);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void closed() {
        whenClosed.run();
    }
}
