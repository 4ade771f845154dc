package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call, as it must be. Confined to the thread of its simulation. */
public final class CallRecord {
    private static final long NEVER = Long.MIN_VALUE;

    private final int number;
    private final Cause.Invoked cause;
    private final long askedAt;
    private final boolean misfit;
    private @Nullable BindingRecord target;
    private BindingRecord.@Nullable SlotKey slot;
    private long place;
    private @Nullable CallId id;
    private long sentAt = NEVER;
    private long timeout;
    private int sends;
    private int cancels;
    private long cancelledAt = NEVER;
    private boolean holdsSlot;
    private @Nullable ToolOutcome outcome;
    private long doneAt = NEVER;
    private int completions;

    /** @param misfit whether the host leaves arguments to the gateway, and these are not what the tool takes */
    CallRecord(
            Cause.Invoked cause,
            long askedAt,
            @Nullable BindingRecord target,
            BindingRecord.@Nullable SlotKey slot,
            boolean misfit) {
        this.number = cause.call();
        this.cause = cause;
        this.askedAt = askedAt;
        this.misfit = misfit;
        this.target = target;
        this.slot = slot;
    }

    public int number() {
        return number;
    }

    /** Who asked for what. */
    public Cause.Invoked cause() {
        return cause;
    }

    public long askedAt() {
        return askedAt;
    }

    /** Whether nobody may get it, because the tool does not take what it has (D-123). */
    public boolean isMisfit() {
        return misfit;
    }

    /** Another instance takes it over while it waits (D-158). */
    void moveTo(BindingRecord other, BindingRecord.SlotKey otherSlot) {
        target = other;
        slot = otherSlot;
    }

    /** The provider that it is for. */
    public Optional<BindingRecord> target() {
        return Optional.ofNullable(target);
    }

    /** Where it is counted. */
    public Optional<BindingRecord.SlotKey> slot() {
        return Optional.ofNullable(slot);
    }

    /** It queues up; who came later has a greater place. */
    void queue(long next) {
        place = next;
    }

    long place() {
        return place;
    }

    /** Whether it came to its queue after another one that waits there. */
    boolean isBehind(CallRecord other) {
        return place > other.place;
    }

    /** Its id on the wire, once it was sent. */
    public Optional<CallId> id() {
        return Optional.ofNullable(id);
    }

    public boolean isSent() {
        return sends > 0;
    }

    public long sentAt() {
        return sentAt;
    }

    /** How long it may run, by the definition that was in force when it was sent. */
    public long timeout() {
        return timeout;
    }

    void send(CallId wireId, long now, long timeoutNanos) {
        if (sends++ == 0) {
            id = wireId;
            sentAt = now;
            timeout = timeoutNanos;
            holdsSlot = true;
        }
    }

    /** How often its provider was told to stop. */
    public int cancels() {
        return cancels;
    }

    public long cancelledAt() {
        return cancelledAt;
    }

    void cancel(long now) {
        cancels++;
        cancelledAt = now;
    }

    public boolean holdsSlot() {
        return holdsSlot;
    }

    void freeSlot() {
        holdsSlot = false;
    }

    public boolean isDone() {
        return completions > 0;
    }

    public Optional<ToolOutcome> outcome() {
        return Optional.ofNullable(outcome);
    }

    /**
     * Whether it was never sent because a rule denies it (D-113) or because its arguments are not what the tool takes,
     * perhaps that of another instance than it waited for.
     */
    public boolean isRefused() {
        return !isSent()
                && outcome != null
                && (outcome.failedWith(ToolErrorCode.UNAUTHORIZED)
                        || outcome.failedWith(ToolErrorCode.INVALID_ARGUMENTS));
    }

    public long doneAt() {
        return doneAt;
    }

    void complete(ToolOutcome end, long now) {
        if (completions++ == 0) {
            outcome = end;
            doneAt = now;
        }
    }

    @Override
    public String toString() {
        return "call " + number + " of " + cause.tool() + " in " + cause.session();
    }
}
