package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.kernel.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One tool call, from the host's wish to its one outcome. Its stage decides what may happen to it next, and holds the
 * data that exists until then. Confined to the loop.
 */
public final class Call implements IntendedUse {
    private final CallId id;
    private final CallId name;
    private final Session session;
    private final SessionTool tool;
    private final JsonValue asked;
    private final Receipt<ToolOutcome> receipt;
    private final CallOptions options;
    private final long askedAt;
    private CallStage stage;
    private Timers.@Nullable Timer deadline;
    private long clockedFrom;
    private long questioned;
    private long intercepted;
    private long queued;
    private boolean waited;
    private @Nullable Chain chain;
    private long reports;
    private long waitingNumber;
    private GatewayEvent.CallWaits.@Nullable Reason toldOf;

    /**
     * @param id how its provider knows it, unique in the gateway
     * @param name how its host knows it, unique in the session while it lasts
     * @param tool what was called, as it was then
     * @param asked the arguments that the host gave, for observers
     * @param options what goes along with it
     */
    public Call(
            CallId id,
            CallId name,
            Session session,
            SessionTool tool,
            JsonValue asked,
            Receipt<ToolOutcome> receipt,
            CallOptions options,
            long askedAt) {
        this.id = id;
        this.name = name;
        this.session = session;
        this.tool = tool;
        this.asked = asked;
        this.receipt = receipt;
        this.options = options;
        this.askedAt = askedAt;
        this.clockedFrom = askedAt;
        this.stage = CallStage.begin();
    }

    /** The one place where the stage changes; a stage that does not lead to the next one has thrown before. */
    private void transition(CallStage next) {
        stage = next;
    }

    /**
     * Interceptors are asked about it, until this timer fires and asks on.
     *
     * @param aim whom it is for, if it was judged already
     */
    public void intercept(@Nullable Aim aim, Chain begun, long now, Timers.Timer reports) {
        leaveQueue(now);
        chain = begun;
        transition(stage.toIntercepted(aim, begun, now, reports));
    }

    /** Interceptors have let it pass; the time that they took counts for nothing else. */
    public void pass(long now) {
        long took = now - stage.interceptedAt(now);
        intercepted += took;
        clockedFrom += took;
        transition(stage.toPassed());
    }

    /** It has waited for a place, if it did, and is held up by something else now. */
    private void leaveQueue(long now) {
        queued += now - stage.passedAt(now);
    }

    /** Rules are asked whether it may go to its target. */
    public void gate(Aim aim, Inquiry inquiry) {
        transition(stage.toGated(aim, inquiry));
    }

    /** While it waits, rules have changed and are asked once more. */
    public void gateAgain(Inquiry inquiry) {
        transition(stage.toGatedAgain(inquiry));
    }

    /** A person is asked about it, until this timer fires and asks on. */
    public void question(Inquiry inquiry, long now, Timers.Timer reports) {
        leaveQueue(now);
        transition(stage.toQuestioned(inquiry, now, reports));
    }

    /** The person agrees, and rules are asked once more; its time begins anew (U-120). */
    public void approve(long now) {
        questioned += now - stage.questionedAt(now);
        clockedFrom = now;
        waited = false;
        if (chain != null) {
            chain.renew();
        }
        transition(stage.toApproved());
    }

    /** The rules in force let it pass, and say that along with it. */
    public void clear(Inquiry inquiry, List<CallContext> contexts) {
        long revision = session.rules().revision();
        transition(stage.toCleared(new Clearance(revision, inquiry.toolName(), contexts, inquiry.agreement())));
    }

    /** It waits for a place, until this timer fires. */
    public void queue(Aim.AtTool aim, long now, Timers.Timer deadline) {
        waited = true;
        transition(stage.toQueued(aim, now, deadline));
    }

    /** It waits for a place of another provider. */
    public void queueElsewhere(ProvidedTool other) {
        transition(stage.toQueuedElsewhere(other));
    }

    /** It keeps its place in the queue for another provider that is counted there. */
    public void aimAt(ProvidedTool other) {
        transition(stage.toAimedAt(other));
    }

    /** It may not wait any longer, unless for gates. */
    public void overdue() {
        transition(stage.toOverdue());
    }

    /** A provider gets it, and has until this timer fires. */
    public void send(ProvidedTool target, long now, Timers.Timer timeout) {
        transition(stage.toSent(target, now, timeout));
    }

    /** Whether a report of its provider is to be shown: not too many are. */
    public boolean mayReport(int perSecond, long now) {
        SlidingWindow reports = stage.reports();
        if (reports == null) {
            reports = new SlidingWindow(perSecond, 1_000_000_000L);
            transition(stage.toReporting(reports));
        }
        return reports.tryAccept(now);
    }

    /** Its provider has answered with a file, which has to be read before this timer fires. */
    public void read(Timers.Timer deadline) {
        transition(stage.toReading(deadline));
    }

    /** The host has its outcome; the provider may answer until this timer fires. */
    public void abandon(Timers.Timer deadline) {
        transition(stage.toAbandoned(deadline));
    }

    /** It is over for everybody. */
    public void end() {
        transition(stage.toEnded());
    }

    /** Calls the method for its stage. */
    public void accept(Visitor visitor) {
        stage.accept(this, visitor);
    }

    @Override
    public Optional<CallId> callName() {
        return Optional.of(name);
    }

    @Override
    public void accept(IntendedUse.Visitor visitor) {
        visitor.onCall(this);
    }

    /** Whether it waits for a place. */
    public boolean isQueued() {
        return stage.isQueued();
    }

    /** Whether a provider has it, and the host waits. */
    public boolean isSent() {
        return stage.isSent();
    }

    /** Whether the host waits. */
    public boolean isLive() {
        return stage.isLive();
    }

    /**
     * Whose tool the call is for.
     *
     * @throws IllegalStateException if no provider is to get it, or none has to do with it any more
     */
    public ProvidedTool target() {
        return stage.target();
    }

    /** The arguments as its host gave them; its target may get others ({@link #args}). */
    @Override
    public JsonValue original() {
        return asked;
    }

    /** What interceptors are asked about it, once they have been. */
    public @Nullable Chain chain() {
        return chain;
    }

    /** Whether it was judged before interceptors are asked; known while they are. */
    public boolean isJudged() {
        return stage.isJudged();
    }

    /** Whether it has waited for a place since a person was asked, if one was. */
    public boolean hasWaited() {
        return waited;
    }

    /** Whom it is for; known while it is judged and while it waits. */
    public Aim aim() {
        return stage.aim();
    }

    /** What its provider gets; known while it is judged and while it waits. */
    @Override
    public JsonValue args() {
        return stage.args();
    }

    /** Whether the host named the instance; known while it is judged and while it waits. */
    public boolean isPinned() {
        return stage.isPinned();
    }

    /** Whether the rules in force have let it pass; known in the stages Asked, Intercepted and Queued only. */
    public boolean isCleared() {
        return stage.clearance().holds(session.rules(), toolName());
    }

    /** What a person has agreed to about it; known in the stages Asked, Intercepted and Queued only. */
    public Agreement agreement() {
        return stage.clearance().agreement();
    }

    /** What rules say along with it; known while it is live. */
    public List<CallContext> contexts() {
        return stage.contexts();
    }

    /** While gates or a person have yet to answer: what they are asked. */
    public @Nullable Inquiry inquiry() {
        return stage.inquiry();
    }

    /** What limits the stay in its present stage. */
    public Timers.@Nullable Timer timer() {
        return stage.timer();
    }

    /** When it ends whatever stage it is in, if its host has set a time. */
    public Timers.@Nullable Timer deadline() {
        return deadline;
    }

    public void setDeadline(Timers.Timer timer) {
        deadline = timer;
    }

    /** Who began to wait earlier has a smaller one. */
    public long waitingNumber() {
        return waitingNumber;
    }

    /** It begins to wait, here or elsewhere. */
    public void beginWaiting(long number) {
        waitingNumber = number;
    }

    /** It waits for that, of which observers are told; false if they know. */
    public boolean tellsOf(GatewayEvent.CallWaits.Reason reason) {
        boolean isNews = toldOf != reason;
        toldOf = reason;
        return isNews;
    }

    /** The number of the report that its provider has just made. */
    public long nextReport() {
        return ++reports;
    }

    /** Where the time went until now. */
    public CallTrace trace(long now, Instant wall) {
        long passed = stage.passedAt(now);
        long sent = stage.sentAt(now);
        long person = questioned + now - stage.questionedAt(now);
        long interceptors = intercepted + now - stage.interceptedAt(now);
        return new CallTrace(
                wall.minusNanos(now - askedAt),
                Duration.ofNanos(interceptors),
                Duration.ofNanos(passed - askedAt - person - interceptors - queued),
                Duration.ofNanos(person),
                Duration.ofNanos(queued + sent - passed),
                Duration.ofNanos(now - sent),
                chain == null ? List.of() : chain.rewriters(),
                options.traceParent(),
                options.run());
    }

    public CallId id() {
        return id;
    }

    /** How its host knows it. */
    public CallId name() {
        return name;
    }

    @Override
    public Session session() {
        return session;
    }

    /** What was called, as it was then. */
    public SessionTool tool() {
        return tool;
    }

    @Override
    public String toolName() {
        return tool.name().value();
    }

    @Override
    public ProviderName owner() {
        return tool.owner();
    }

    public Receipt<ToolOutcome> receipt() {
        return receipt;
    }

    /** Whether the host of the session has made it, and not a guest. */
    public boolean isOfHost() {
        return receipt.isOfHost();
    }

    /** From when on the time is counted that it may take to be sent (D-138): without that of a person. */
    public long clockedFrom() {
        return clockedFrom;
    }

    /** What its host said along with it. */
    public CallOptions options() {
        return options;
    }

    /** One method per stage. */
    public interface Visitor {
        /** It is about to be judged, to wait or to be sent. */
        void onAsked(Call call);

        /** It waits for interceptors. */
        void onIntercepted(Call call);

        /** It is judged by rules. */
        void onGated(Call call);

        /** It waits for a person. */
        void onQuestioned(Call call);

        /** It waits for a place. */
        void onQueued(Call call);

        /** A provider has it. */
        void onSent(Call call);

        /** A file with the answer is being read. */
        void onReading(Call call);

        /** The host has its outcome, the provider has not answered. */
        void onAbandoned(Call call);

        /** It is over. */
        void onEnded(Call call);
    }
}
