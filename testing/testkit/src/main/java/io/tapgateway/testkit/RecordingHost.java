package io.tapgateway.testkit;

import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session host that only remembers what it was told. Thread-safe. */
public final class RecordingHost implements SessionHost {
    private final List<List<RegisteredTool>> toolLists = new CopyOnWriteArrayList<>();
    private final List<ToolChange> toolChanges = new CopyOnWriteArrayList<>();
    private final List<TimelineEntry> timeline = new CopyOnWriteArrayList<>();
    private final List<InjectedPrompt> injected = new CopyOnWriteArrayList<>();
    private final List<CallQuestion> questions = new CopyOnWriteArrayList<>();
    private final Map<CallQuestion, CompletableFuture<CallApproval>> answers = new ConcurrentHashMap<>();
    private final Map<CallQuestion, ApprovalWithdrawal> withdrawn = new ConcurrentHashMap<>();
    private volatile boolean ended;

    /** A host that has been told nothing yet. */
    public RecordingHost() {}

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        toolLists.add(tools);
    }

    @Override
    public void toolChanged(ToolChange change) {
        toolChanges.add(change);
    }

    @Override
    public void log(TimelineEntry entry) {
        timeline.add(entry);
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        injected.add(prompt);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<CallApproval> approve(CallQuestion question) {
        return answers.computeIfAbsent(question, key -> {
            questions.add(question);
            return new CompletableFuture<>();
        });
    }

    @Override
    public void approvalWithdrawn(CallQuestion question, ApprovalWithdrawal why) {
        withdrawn.put(question, why);
    }

    @Override
    public void closed() {
        ended = true;
    }

    /** Every list that {@link #toolsChanged} brought, oldest first. */
    public List<List<RegisteredTool>> toolLists() {
        return toolLists;
    }

    /** The changes that {@link #toolChanged} told of, oldest first. */
    public List<ToolChange> toolChanges() {
        return toolChanges;
    }

    /** The timeline, oldest first. */
    public List<TimelineEntry> timeline() {
        return timeline;
    }

    /** What entered the conversation, oldest first. */
    public List<InjectedPrompt> injected() {
        return injected;
    }

    /** What a person was to be asked, oldest first. */
    public List<CallQuestion> questions() {
        return questions;
    }

    /** The questions that nobody has to answer any more, and why. */
    public Map<CallQuestion, ApprovalWithdrawal> withdrawn() {
        return withdrawn;
    }

    /**
     * Answers a question in a person's stead.
     *
     * @throws IllegalArgumentException if it was not asked
     */
    public void answer(CallQuestion question, CallApproval approval) {
        CompletableFuture<CallApproval> asked = answers.get(question);
        if (asked == null) {
            throw new IllegalArgumentException("nobody has asked " + question.id());
        }
        asked.complete(approval);
    }

    /** Whether the session has ended. */
    public boolean ended() {
        return ended;
    }
}
