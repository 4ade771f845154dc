package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Timers;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One tool call, from the host's wish to its one outcome. Confined to the loop. */
public final class Call {
    /** Where a call is. */
    public enum Stage {
        /** Is being judged by rules, or about to be. */
        GATED,
        /** Waits for a slot. */
        QUEUED,
        /** The provider has it. */
        SENT,
        /** The provider has answered with a file, which is being read. */
        READING,
        /** The host has its outcome; the provider still owes an answer, so the slot is taken (D-143). */
        ABANDONED,
        /** Over. */
        SETTLED
    }

    private final CallId id;
    private final Session session;
    private final SessionTool tool;
    private final Receipt<ToolOutcome> receipt;
    private final CallTimes times;
    private JsonValue args;
    private Optional<TraceParent> traceParent = Optional.empty();
    private List<CallContext> contexts = List.of();
    private long clearedAt;
    private @Nullable ToolName clearedAs;
    private @Nullable Tool target;
    private boolean pinned;
    private Stage stage = Stage.GATED;
    private Timers.@Nullable Timer timer;
    private @Nullable SlidingWindow progress;

    public Call(
            CallId id, Session session, SessionTool tool, JsonValue args, Receipt<ToolOutcome> receipt, long askedAt) {
        this.id = id;
        this.session = session;
        this.tool = tool;
        this.args = args;
        this.receipt = receipt;
        this.times = new CallTimes(askedAt);
    }

    public CallId id() {
        return id;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    /** That of its id: an object's own is made by the machine the first time, which costs more than all else about a set of calls. */
    @Override
    public int hashCode() {
        return id.hashCode();
    }

    public Session session() {
        return session;
    }

    /** What was called, as it was then. */
    public SessionTool tool() {
        return tool;
    }

    public Receipt<ToolOutcome> receipt() {
        return receipt;
    }

    public long askedAt() {
        return times.asked();
    }

    /** When it came how far. */
    public CallTimes times() {
        return times;
    }

    /** Notes which trace it is part of. */
    public void follow(Optional<TraceParent> parent) {
        traceParent = parent;
    }

    /** Which trace it is part of, if any. */
    public Optional<TraceParent> traceParent() {
        return traceParent;
    }

    public JsonValue args() {
        return args;
    }

    public Stage stage() {
        return stage;
    }

    /** Moves on; the arguments of an ended call are let go. */
    public void enter(Stage next) {
        stage = next;
        if (next == Stage.ABANDONED || next == Stage.SETTLED) {
            args = JsonValue.EMPTY_OBJECT;
        }
    }

    /** Notes that the rules in force let it pass, the name they were asked about, and what they say along with it. */
    public void clear(ToolName name, List<CallContext> said) {
        contexts = said;
        clearedAs = name;
        clearedAt = session.rules().revision();
    }

    /**
     * Whether the rules in force have let it pass; where there are none, they have. A tool of several instances may come to be
     * written otherwise while a call waits, and rules tell {@code Run} from {@code run}.
     */
    public boolean isCleared() {
        return !session.rules().any()
                || (clearedAt == session.rules().revision() && tool.name().equals(clearedAs));
    }

    /** What rules say along with it. */
    public List<CallContext> contexts() {
        return contexts;
    }

    /** Whether the host still waits. */
    public boolean isLive() {
        return stage == Stage.GATED || stage == Stage.QUEUED || stage == Stage.SENT || stage == Stage.READING;
    }

    /**
     * Whose tool the call is for, as it was registered when the call was accepted or sent.
     *
     * @throws IllegalStateException if nobody has been chosen, or the gateway itself answers
     */
    public Tool target() {
        if (target == null) {
            throw new IllegalStateException(
                    "call " + id + " of " + tool.name() + " in stage " + stage + " has no target");
        }
        return target;
    }

    /** Chooses whose tool the call is for, or follows a new definition of the same tool. */
    public void aimAt(Tool chosen) {
        target = chosen;
    }

    /** The host named the instance, which gets these arguments: nobody else may have the call (D-158). */
    public void pin(JsonValue rest) {
        pinned = true;
        args = rest;
    }

    /** Whether the host named the instance. */
    public boolean isPinned() {
        return pinned;
    }

    public Timers.@Nullable Timer timer() {
        return timer;
    }

    public void setTimer(Timers.@Nullable Timer next) {
        timer = next;
    }

    /** Progress reports of this call. */
    public SlidingWindow progress(int perSecond) {
        SlidingWindow known = progress;
        if (known == null) {
            known = new SlidingWindow(perSecond, 1_000_000_000L);
            progress = known;
        }
        return known;
    }
}
