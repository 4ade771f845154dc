package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Timers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a call has come; each stage holds only the data that exists in it. Immutable; {@link Call} holds the present
 * one.
 *
 * <p>A stage is left by its {@code to…} methods. Those that a stage does not override throw, and so do the accessors of
 * data that it does not hold.
 */
sealed interface CallStage {
    /** A call begins. */
    static Asked begin() {
        return Asked.NOT_JUDGED;
    }

    /**
     * Interceptors are asked about it.
     *
     * @param aim whom it is for, if that is known because it was judged before
     */
    default CallStage toIntercepted(@Nullable Aim aim, Chain chain, long now, Timers.Timer reports) {
        throw refusal("toIntercepted");
    }

    /** Interceptors have let it pass. */
    default CallStage toPassed() {
        throw refusal("toPassed");
    }

    /** Rules are asked about it. */
    default CallStage toGated(Aim aim, Inquiry inquiry) {
        throw refusal("toGated");
    }

    /** Rules are asked about it once more, since they have changed (D-113). */
    default CallStage toGatedAgain(Inquiry inquiry) {
        throw refusal("toGatedAgain");
    }

    /** A person is asked about it. */
    default CallStage toQuestioned(Inquiry inquiry, long now, Timers.Timer reports) {
        throw refusal("toQuestioned");
    }

    /** The person agrees: rules are asked about it once more (U-120). */
    default CallStage toApproved() {
        throw refusal("toApproved");
    }

    /** The rules in force let it pass. */
    default CallStage toCleared(Clearance given) {
        throw refusal("toCleared");
    }

    /** It waits for a place. */
    default CallStage toQueued(Aim.AtTool at, long now, Timers.Timer waitsUntil) {
        throw refusal("toQueued");
    }

    /** It waits for a place elsewhere, without what was asked about it here. */
    default CallStage toQueuedElsewhere(ProvidedTool other) {
        throw refusal("toQueuedElsewhere");
    }

    /** It keeps its place in the queue for another provider that is counted there. */
    default CallStage toAimedAt(ProvidedTool other) {
        throw refusal("toAimedAt");
    }

    /** It has waited for as long as it may, and what gates say of it is all that it waits for now. */
    default CallStage toOverdue() {
        throw refusal("toOverdue");
    }

    /** The provider gets it. */
    default CallStage toSent(ProvidedTool target, long now, Timers.Timer timeout) {
        throw refusal("toSent");
    }

    /** The provider reports how far it is. */
    default CallStage toReporting(SlidingWindow reports) {
        throw refusal("toReporting");
    }

    /** The provider has answered with a file. */
    default CallStage toReading(Timers.Timer readsUntil) {
        throw refusal("toReading");
    }

    /** The host has its outcome, the provider has yet to answer. */
    default CallStage toAbandoned(Timers.Timer heldUntil) {
        throw refusal("toAbandoned");
    }

    /** It is over for everybody. */
    default CallStage toEnded() {
        throw refusal("toEnded");
    }

    /** Calls the method for this stage. */
    void accept(Call call, Call.Visitor visitor);

    /** Whether it waits for a place. */
    default boolean isQueued() {
        return false;
    }

    /** Whether a provider has it, and the host waits. */
    default boolean isSent() {
        return false;
    }

    /** Whether the host waits. */
    default boolean isLive() {
        return true;
    }

    /** Whether it was judged before, and its arguments are final. */
    default boolean isJudged() {
        return false;
    }

    default Aim aim() {
        throw refusal("aim");
    }

    default ProvidedTool target() {
        return aim().target();
    }

    default JsonValue args() {
        return aim().args();
    }

    default boolean isPinned() {
        return aim().pinned();
    }

    default Clearance clearance() {
        throw refusal("clearance");
    }

    default List<CallContext> contexts() {
        return clearance().contexts();
    }

    default @Nullable Inquiry inquiry() {
        return null;
    }

    /** What limits the stay here. */
    default Timers.@Nullable Timer timer() {
        return null;
    }

    /** Since when interceptors are asked; now, if none is. */
    default long interceptedAt(long now) {
        return now;
    }

    /** Since when a person is asked; now, if none is. */
    default long questionedAt(long now) {
        return now;
    }

    /** When the rules had let it pass; now, if they have not. */
    default long passedAt(long now) {
        return now;
    }

    /** When it was sent; now, if it was not. */
    default long sentAt(long now) {
        return now;
    }

    /** How often its provider has reported; {@code null} before it does so for the first time. */
    default @Nullable SlidingWindow reports() {
        throw refusal("reports");
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the call is " + getClass().getSimpleName());
    }

    /** Is about to be judged, to wait or to be sent; nothing of this lasts longer than a step. */
    record Asked(Clearance clearance) implements CallStage {
        private static final Asked NOT_JUDGED = new Asked(Clearance.NONE);

        @Override
        public Intercepted toIntercepted(@Nullable Aim aim, Chain chain, long now, Timers.Timer reports) {
            return new Intercepted(aim, chain, clearance, now, reports);
        }

        @Override
        public Gated toGated(Aim aim, Inquiry inquiry) {
            return new Gated(aim, inquiry);
        }

        @Override
        public Queued toQueued(Aim.AtTool aim, long now, Timers.Timer waitsUntil) {
            return new Queued(aim, now, clearance, waitsUntil, null);
        }

        @Override
        public Sent toSent(ProvidedTool target, long now, Timers.Timer timeout) {
            return new Sent(target, now, now, clearance.contexts(), timeout, null);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onAsked(call);
        }
    }

    /**
     * Waits for interceptors; it holds no place, and its chain limits its stay.
     *
     * @param formerAim whom it is for, if it was judged before; {@code null} as long as its arguments are not final
     * @param clearance what rules have said of it before
     * @param since when they were asked
     * @param timer when whoever started it is told next that it waits
     */
    record Intercepted(@Nullable Aim formerAim, Chain chain, Clearance clearance, long since, Timers.Timer timer)
            implements CallStage {
        @Override
        public Intercepted toIntercepted(@Nullable Aim aim, Chain same, long now, Timers.Timer reports) {
            return new Intercepted(formerAim, same, clearance, since, reports);
        }

        @Override
        public Asked toPassed() {
            return new Asked(clearance);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public boolean isJudged() {
            return formerAim != null;
        }

        @Override
        public Aim aim() {
            return formerAim == null ? CallStage.super.aim() : formerAim;
        }

        @Override
        public List<CallContext> contexts() {
            return List.of();
        }

        @Override
        public long interceptedAt(long now) {
            return since;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onIntercepted(call);
        }
    }

    /** Is judged by rules, and perhaps by gates. */
    record Gated(Aim aim, Inquiry inquiry) implements CallStage {
        @Override
        public Questioned toQuestioned(Inquiry begun, long now, Timers.Timer reports) {
            return new Questioned(aim, begun, now, reports);
        }

        @Override
        public Asked toCleared(Clearance given) {
            return new Asked(given);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public List<CallContext> contexts() {
            return List.of();
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onGated(call);
        }
    }

    /**
     * Waits for a person; it holds no place, and what limits its stay is its host's own deadline.
     *
     * @param since when the person was asked
     * @param timer when whoever started it is told next that it waits (U-123)
     */
    record Questioned(Aim aim, Inquiry inquiry, long since, Timers.Timer timer) implements CallStage {
        @Override
        public Questioned toQuestioned(Inquiry same, long now, Timers.Timer reports) {
            return new Questioned(aim, same, since, reports);
        }

        @Override
        public Gated toApproved() {
            return new Gated(aim, inquiry);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public List<CallContext> contexts() {
            return List.of();
        }

        @Override
        public long questionedAt(long now) {
            return since;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onQuestioned(call);
        }
    }

    /**
     * Waits for a place.
     *
     * @param passed when the rules had let it pass for the first time
     * @param timer for how long it may wait; {@code null} once that is over, while gates have yet to answer
     * @param inquiry while it is judged once more because rules have changed (D-113)
     */
    record Queued(
            Aim.AtTool aim,
            long passed,
            Clearance clearance,
            Timers.@Nullable Timer timer,
            @Nullable Inquiry inquiry) implements CallStage {
        @Override
        public Intercepted toIntercepted(@Nullable Aim same, Chain chain, long now, Timers.Timer reports) {
            return new Intercepted(aim, chain, clearance, now, reports);
        }

        @Override
        public Questioned toQuestioned(Inquiry begun, long now, Timers.Timer reports) {
            return new Questioned(aim, begun, now, reports);
        }

        @Override
        public Queued toGatedAgain(Inquiry begun) {
            return new Queued(aim, passed, clearance, timer, begun);
        }

        @Override
        public Queued toCleared(Clearance given) {
            return new Queued(aim, passed, given, timer, null);
        }

        @Override
        public Queued toQueuedElsewhere(ProvidedTool other) {
            return new Queued(aim.instead(other), passed, clearance, timer, null);
        }

        @Override
        public Queued toAimedAt(ProvidedTool other) {
            return new Queued(aim.instead(other), passed, clearance, timer, inquiry);
        }

        @Override
        public Queued toOverdue() {
            return new Queued(aim, passed, clearance, null, inquiry);
        }

        @Override
        public Sent toSent(ProvidedTool chosen, long now, Timers.Timer timeout) {
            return new Sent(chosen, passed, now, clearance.contexts(), timeout, null);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public long passedAt(long now) {
            return passed;
        }

        @Override
        public boolean isQueued() {
            return true;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onQueued(call);
        }
    }

    /**
     * The provider has it, and a place is taken.
     *
     * @param timer for how long the host waits
     */
    record Sent(
            ProvidedTool target,
            long passed,
            long sent,
            List<CallContext> contexts,
            Timers.Timer timer,
            @Nullable SlidingWindow reports)
            implements CallStage {
        @Override
        public Sent toReporting(SlidingWindow begun) {
            return new Sent(target, passed, sent, contexts, timer, begun);
        }

        @Override
        public Reading toReading(Timers.Timer readsUntil) {
            return new Reading(target, passed, sent, contexts, readsUntil);
        }

        @Override
        public Abandoned toAbandoned(Timers.Timer heldUntil) {
            return new Abandoned(target, heldUntil);
        }

        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public long passedAt(long now) {
            return passed;
        }

        @Override
        public long sentAt(long now) {
            return sent;
        }

        @Override
        public boolean isSent() {
            return true;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onSent(call);
        }
    }

    /**
     * The provider is done with it: it has answered with a file, which is being read.
     *
     * @param timer for how long that may take
     */
    record Reading(ProvidedTool target, long passed, long sent, List<CallContext> contexts, Timers.Timer timer)
            implements CallStage {
        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public long passedAt(long now) {
            return passed;
        }

        @Override
        public long sentAt(long now) {
            return sent;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onReading(call);
        }
    }

    /**
     * The host has its outcome; the provider still owes an answer, so the place is taken (D-143).
     *
     * @param timer for how long
     */
    record Abandoned(ProvidedTool target, Timers.Timer timer) implements CallStage {
        @Override
        public Ended toEnded() {
            return Ended.OVER;
        }

        @Override
        public boolean isLive() {
            return false;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onAbandoned(call);
        }
    }

    /** Over. */
    record Ended() implements CallStage {
        private static final Ended OVER = new Ended();

        @Override
        public boolean isLive() {
            return false;
        }

        @Override
        public void accept(Call call, Call.Visitor visitor) {
            visitor.onEnded(call);
        }
    }
}
