package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.core.kernel.CallReceipt;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Timers;
import java.util.List;
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
        /** The host has its outcome; the provider still owes an answer, so the slot is taken (D-143). */
        ABANDONED,
        /** Over. */
        SETTLED
    }

    private final CallId id;
    private final Session session;
    private Tool target;
    private final CallReceipt receipt;
    private final long askedAt;
    private JsonValue args;
    private List<CallContext> contexts = List.of();
    private long clearedAt;
    private Stage stage = Stage.GATED;
    private Timers.@Nullable Timer timer;
    private @Nullable SlidingWindow progress;

    public Call(CallId id, Session session, Tool target, JsonValue args, CallReceipt receipt, long askedAt) {
        this.id = id;
        this.session = session;
        this.target = target;
        this.args = args;
        this.receipt = receipt;
        this.askedAt = askedAt;
    }

    public CallId id() {
        return id;
    }

    public Session session() {
        return session;
    }

    public ToolName tool() {
        return target.name();
    }

    public CallReceipt receipt() {
        return receipt;
    }

    public long askedAt() {
        return askedAt;
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

    /** Notes that the rules in force let it pass, and what they say along with it. */
    public void clear(List<CallContext> said) {
        contexts = said;
        clearedAt = session.rules().revision();
    }

    /** Whether the rules in force have let it pass; where there are none, they have. */
    public boolean isCleared() {
        return !session.rules().any() || clearedAt == session.rules().revision();
    }

    /** What rules say along with it. */
    public List<CallContext> contexts() {
        return contexts;
    }

    /** Whether the host still waits. */
    public boolean isLive() {
        return stage == Stage.GATED || stage == Stage.QUEUED || stage == Stage.SENT;
    }

    /** The tool, as its provider had registered it when the call was accepted or sent. */
    public Tool target() {
        return target;
    }

    /** Follows a new definition of the same tool. */
    public void retarget(Tool tool) {
        target = tool;
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
