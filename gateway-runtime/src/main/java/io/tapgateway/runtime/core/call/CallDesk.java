package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.GatewayEvent.CallWaits;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.schema.Mismatch;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Aim;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Chain;
import io.tapgateway.runtime.core.state.ChainVerdict;
import io.tapgateway.runtime.core.state.GateVerdict;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.stream.Injector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every tool call, from the host's wish to its one outcome (D-135 – D-158).
 *
 * <p>A call is judged, waits for a place, is sent, and ends by whatever is processed first: the answer, its deadline, a
 * cancellation or the loss of its provider. The end that the host sees and the end of the provider's work are two
 * things: a call that was cancelled keeps its place until the provider answers or five seconds have passed (D-143).
 * Confined to the loop.
 */
public final class CallDesk {
    /** What a call says besides its arguments takes no more, however it is escaped. */
    private static final int ENVELOPE_BYTES = 2_048;

    private final Kernel kernel;
    private final InterceptDesk intercepts;
    private final GateDesk gates;
    private final InstanceReport report;
    private final CallQueues queues;
    private final CallEnds ends;
    private final SentCalls sent;

    public CallDesk(
            Kernel kernel,
            Complaints complaints,
            HostFeed feed,
            Injector injector,
            InterceptDesk intercepts,
            GateDesk gates) {
        this.kernel = kernel;
        this.intercepts = intercepts;
        this.gates = gates;
        this.report = new InstanceReport(kernel);
        this.queues = new CallQueues(kernel);
        FileDesk files = new FileDesk(kernel);
        this.ends = new CallEnds(kernel, feed, injector, intercepts, gates, queues, files);
        this.sent = new SentCalls(kernel, complaints, feed, ends, files);
    }

    /** What providers do about the calls that they have. */
    public SentCalls sent() {
        return sent;
    }

    /**
     * The host calls a tool, or a guest, which is no activity of the agent.
     *
     * @param id a fresh one; the host knows the call by the name that it gave it, if it gave it one
     */
    public void call(
            Session session,
            CallId id,
            String toolName,
            JsonValue args,
            CallOptions options,
            Receipt<ToolOutcome> receipt) {
        if (receipt.isOfHost()) {
            session.touch();
        }
        SessionTool tool = session.callable(toolName, args);
        CallId name = options.id().orElse(id);
        if (session.isEnding()) {
            refuse(receipt, ToolErrorCode.CANCELLED, "the session is ending");
        } else if (tool == null) {
            refuse(receipt, ToolErrorCode.NOT_FOUND, "no tool of this name is registered in the session");
        } else if (session.calls().containsKey(name)) {
            refuse(receipt, ToolErrorCode.INTERNAL, "another call of the session has this name");
        } else if (!mayBeAdded(options.additions())) {
            refuse(receipt, ToolErrorCode.PAYLOAD_TOO_LARGE, "what is added to the call is larger than it may be");
        } else {
            Call call = new Call(id, name, session, tool, args, receipt, options, kernel.now());
            session.calls().put(name, call);
            options.deadline().ifPresent(time -> limit(call, time));
            if (session.interceptors().any()) {
                intercept(call, null, intercepts.begin(call, id.value()));
            } else {
                aimed(call, Routing.aim(tool, args));
            }
        }
    }

    /** Has everybody asked about a call who was not asked before (Z-063). */
    private void intercept(Call call, @Nullable Aim aim, Chain chain) {
        call.intercept(aim, chain, kernel.now(), reports(call, chain));
        intercepts.ask(chain);
        intercepted(call, chain);
    }

    /** Tells whoever started a call from time to time whom it waits for. */
    private Timers.Timer reports(Call call, Chain chain) {
        return kernel.after(Limit.APPROVAL_REPORT, () -> {
            chain.open()
                    .map(question -> question.interceptor().name())
                    .ifPresent(by -> report(call, "'" + call.toolName() + "' waits for '" + by + "' to let it pass"));
            call.intercept(null, chain, kernel.now(), reports(call, chain));
        });
    }

    /**
     * Goes on with a call as far as interceptors have decided about it; a bug in what follows ends that call and no
     * other.
     */
    void intercepted(Call call, Chain chain) {
        try {
            chain.verdict().accept(new Intercepted(call, chain));
        } catch (RuntimeException | Error bug) {
            kernel.effects().fault("call of '" + call.toolName() + "' failed after it was intercepted", bug);
            fail(call);
        }
    }

    private final class Intercepted implements ChainVerdict.Visitor {
        private final Call call;
        private final Chain chain;

        private Intercepted(Call call, Chain chain) {
            this.call = call;
            this.chain = chain;
        }

        @Override
        public void onOpen() {
            tellOfWait(call, CallWaits.Reason.INTERCEPTORS);
            intercepts.watch(chain, () -> intercepted(call, chain));
        }

        @Override
        public void onPassed() {
            kernel.timers().cancel(call.timer());
            Aim aim = call.isJudged() ? Routing.aimAgain(call) : Routing.aim(call, chain.value());
            call.pass(kernel.now());
            aimed(call, aim);
        }

        @Override
        public void onBlocked(ChainVerdict.Blocked blocked) {
            ends.end(call, ToolErrorCode.UNAUTHORIZED, sentence(blocked.denial()));
        }

        @Override
        public void onWithdrawn(ChainVerdict.Withdrawn withdrawn) {
            ends.end(call, ToolErrorCode.CANCELLED, withdrawn.why());
        }
    }

    /** Whether interceptors have come that were not asked about a call. */
    private static boolean isLate(Call call) {
        Chain chain = call.chain();
        return call.session().interceptors().any(InterceptorInterest.TOOLS) && (chain == null || !chain.isUpToDate());
    }

    /** Has those asked about a call who came after it was judged; they may not change it. */
    private void interceptAgain(Call call, Aim aim) {
        Chain chain = call.chain();
        intercept(call, aim, chain == null ? new Chain(call, call.id().value(), true) : chain);
    }

    /** Goes on with a call whose arguments are final: it is judged, unless it was already, and routed. */
    private void aimed(Call call, Aim aim) {
        if (!aim.isSomebody()) {
            aim.accept(new Routed(call));
        } else if (isLate(call)) {
            interceptAgain(call, aim);
        } else if (call.isCleared()) {
            aim.accept(new Routed(call));
        } else {
            Inquiry inquiry = inquiry(call);
            call.gate(aim, inquiry);
            judge(call, inquiry);
        }
    }

    /**
     * What is to be judged about a call. Comes out of what has been left over by checks before, and by the queue, so
     * that no call takes longer than D-138 has it.
     */
    private Inquiry inquiry(Call call) {
        return new Inquiry(call, call.clockedFrom() + longest(call), call.agreement());
    }

    private long longest(Call call) {
        long gates = kernel.limits().nanos(Limit.GATE_TIMEOUT);
        return call.hasWaited() ? gates + kernel.limits().nanos(Limit.QUEUE_WAIT) : gates;
    }

    private void limit(Call call, Duration time) {
        String text = "the call has not ended within the " + time.toMillis() + " ms that its host gave it";
        long at = kernel.now() + time.toNanos();
        call.setDeadline(
                kernel.timers().at(at, () -> stop(call, ToolErrorCode.TIMEOUT, text, ToolCancel.Reason.TIMEOUT)));
    }

    private boolean mayBeAdded(Optional<JsonValue> additions) {
        return additions.isEmpty() || additions.get().fitsInto(kernel.limit(Limit.CALL_ADDITIONS));
    }

    private void refuse(Receipt<ToolOutcome> receipt, ToolErrorCode code, String text) {
        kernel.effects().complete(receipt, ToolOutcome.failure(code, text));
    }

    /** Ends the call of that name because something failed; false if there is none. */
    public boolean giveUp(Session session, CallId name) {
        Call call = session.calls().get(name);
        if (call == null) {
            return false;
        }
        fail(call);
        return true;
    }

    /** Ends a call because something failed in here. */
    private void fail(Call call) {
        if (call.isLive()) {
            ends.end(call, ToolErrorCode.INTERNAL, "internal error");
        }
    }

    private void judge(Call call, Inquiry inquiry) {
        gates.check(inquiry);
        judged(call, inquiry);
    }

    /**
     * Goes on with a call as far as it is decided whether it may be made; a bug in what follows ends that call and no
     * other.
     */
    void judged(Call call, Inquiry inquiry) {
        try {
            inquiry.verdict().accept(new Judged(call, inquiry));
        } catch (RuntimeException | Error bug) {
            kernel.effects().fault("call of '" + call.toolName() + "' failed after it was judged", bug);
            fail(call);
        }
    }

    private final class Judged implements GateVerdict.Visitor {
        private final Call call;
        private final Inquiry inquiry;

        private Judged(Call call, Inquiry inquiry) {
            this.call = call;
            this.inquiry = inquiry;
        }

        @Override
        public void onOpen(GateVerdict.Open open) {
            tellOfWait(call, CallWaits.Reason.GATES);
            inquiry.setTimer(kernel.timers().at(open.deadline(), () -> {
                gates.expire(inquiry);
                judged(call, inquiry);
            }));
        }

        @Override
        public void onForPerson(GateVerdict.ForPerson person) {
            kernel.timers().cancel(call.timer());
            if (call.isQueued()) {
                // Whoever waits for a person keeps nobody behind it from its turn.
                queues.remove(call);
            }
            call.question(inquiry, kernel.now(), reports(call, inquiry));
            gates.askPerson(inquiry, person.question());
            tellOfWait(call, CallWaits.Reason.PERSON);
        }

        @Override
        public void onAllowed(GateVerdict.Allowed allowed) {
            if (call.isQueued()) {
                call.clear(inquiry, allowed.contexts());
                tellOfWait(call, CallWaits.Reason.QUEUE);
                queues.noteChange(call.target().slot());
            } else {
                Aim aim = Routing.aimAgain(call);
                call.clear(inquiry, allowed.contexts());
                aimed(call, aim);
            }
        }

        @Override
        public void onDenied(GateVerdict.Denied denied) {
            ends.end(call, ToolErrorCode.UNAUTHORIZED, sentence(denied.denial()));
        }

        @Override
        public void onWithdrawn(GateVerdict.Withdrawn withdrawn) {
            ends.end(call, ToolErrorCode.CANCELLED, withdrawn.why());
        }
    }

    /** Tells whoever started a call from time to time that it waits for a person (U-123). */
    private Timers.Timer reports(Call call, Inquiry inquiry) {
        return kernel.after(Limit.APPROVAL_REPORT, () -> {
            report(call, "'" + call.toolName() + "' waits for somebody to approve it");
            call.question(inquiry, kernel.now(), reports(call, inquiry));
        });
    }

    private void report(Call call, String text) {
        kernel.effects().report(call.receipt(), new CallProgress(call.nextReport(), text));
    }

    /** For observers; made only if there are any. */
    private void tellOfWait(Call call, CallWaits.Reason reason) {
        if (kernel.effects().isObserved() && call.tellsOf(reason)) {
            kernel.effects()
                    .publish(new CallWaits(
                            call.session().id(),
                            call.name(),
                            call.tool().name(),
                            call.owner(),
                            reason,
                            call.trace(kernel.now(), kernel.wall())));
        }
    }

    /** A person lets a call be made: its rules are asked once more. */
    void approve(Call call, Inquiry inquiry, Optional<String> by) {
        kernel.timers().cancel(call.timer());
        call.approve(kernel.now());
        gates.approve(inquiry, by);
        judged(call, inquiry);
    }

    /** The denial with its author in front, unless the reason names the author already. */
    static String sentence(HookDecision.Deny denial) {
        String by = "Denied by " + denial.by().map(ProviderName::value).orElse("");
        if (denial.by().isEmpty() && !denial.reason().startsWith(by)) {
            by += "the gateway";
        }
        return denial.reason().startsWith(by) ? denial.reason() : by + ": " + denial.reason();
    }

    /** Takes a call to whom it is for; the rules let it pass. */
    private final class Routed implements Aim.Visitor {
        private final Call call;

        private Routed(Call call) {
            this.call = call;
        }

        @Override
        public void onTool(Aim.AtTool aim) {
            Optional<String> mismatch = mismatch(call, aim.target(), aim.args());
            if (mismatch.isPresent()) {
                ends.end(call, ToolErrorCode.INVALID_ARGUMENTS, mismatch.get());
            } else if (!fitsIntoMessage(call, aim.args())) {
                ends.end(call, ToolErrorCode.PAYLOAD_TOO_LARGE, "the arguments are larger than a message may be");
            } else if (aim.target().connection().unanswered().size() >= kernel.limit(Limit.CALLS_IN_FLIGHT)) {
                ends.end(call, ToolErrorCode.RATE_LIMITED, "the provider owes answers to too many calls");
            } else if (call.isCleared() && aim.target().slot().tryTake()) {
                sent.send(call, aim.target(), aim.args());
            } else if (queues.hasRoom(aim.target())) {
                call.queue(aim, kernel.now(), kernel.timers().at(lastTurn(call), () -> waitedTooLong(call)));
                queues.add(call);
                tellOfWait(call, CallWaits.Reason.QUEUE);
            } else {
                ends.end(call, ToolErrorCode.RATE_LIMITED, "too many calls are waiting for this provider");
            }
        }

        @Override
        public void onGateway(Aim.AtGateway aim) {
            ends.end(call, report.of(aim.list()));
        }

        @Override
        public void onNobody(Aim.AtNobody nobody) {
            ends.end(call, ToolErrorCode.NOT_FOUND, nobody.why());
        }
    }

    /** Until when a call may wait for a place: who comes back to the queue has waited already. */
    private long lastTurn(Call call) {
        long full = kernel.now() + kernel.limits().nanos(Limit.QUEUE_WAIT);
        return call.hasWaited() ? Math.min(full, call.clockedFrom() + longest(call)) : full;
    }

    /** Mostly decided by the arguments alone. */
    private boolean fitsIntoMessage(Call call, JsonValue args) {
        int most = kernel.limit(Limit.MESSAGE);
        return args.fitsInto(most - ENVELOPE_BYTES) || MessageSize.fits(SentCalls.message(call, args), most);
    }

    /** What is certainly wrong with a call's arguments, unless the host does not want to know (D-123). */
    private Optional<String> mismatch(Call call, ProvidedTool target, JsonValue args) {
        return call.session().leavesArgumentsUnchecked()
                ? Optional.empty()
                : target.argumentCheck(kernel.limits())
                        .firstMismatch(args, kernel.stopwatch())
                        .map(CallDesk::sentence);
    }

    /** Names of members may be long, and they are a provider's. */
    private static String sentence(Mismatch mismatch) {
        return DisplayText.line("the arguments are not what the tool takes: " + mismatch, HostFeed.LINE_LENGTH);
    }

    private void waitedTooLong(Call call) {
        // One that is being judged again is at its turn already, and its gates have their own deadline.
        if (call.inquiry() != null) {
            call.overdue();
        } else {
            ends.end(call, ToolErrorCode.TIMEOUT, "the provider was busy for too long");
        }
    }

    /**
     * Sends what waits, as far as there are places and the rules in force let it pass; runs after every step of the
     * core.
     */
    public void sweep() {
        for (Call call = queues.next(); call != null; call = queues.next()) {
            try {
                takeTurn(call);
            } catch (RuntimeException | Error bug) {
                kernel.effects().fault("call of '" + call.toolName() + "' failed when it was its turn", bug);
                fail(call);
            }
        }
    }

    /** It is a call's turn. What it may do and what the tool is are decided now, not when it was accepted (D-113). */
    private void takeTurn(Call call) {
        if (isLate(call)) {
            kernel.timers().cancel(call.timer());
            ends.forgetInquiry(call);
            queues.remove(call);
            interceptAgain(call, call.aim());
            return;
        }
        if (!call.isCleared()) {
            Inquiry inquiry = inquiry(call);
            call.gateAgain(inquiry);
            judge(call, inquiry);
            return;
        }
        Optional<ProvidedTool> present = Routing.present(call).or(() -> Routing.inSameSlot(call));
        if (present.isEmpty()) {
            passOn(call, ToolErrorCode.NOT_FOUND, "the tool was removed while the call waited");
        } else if (fits(call, present.get())) {
            call.target().slot().takeNext();
            sent.send(call, present.get(), call.args());
        }
    }

    /** Whether a waiting call is what a tool takes that it was not meant for at first; it ends if not. */
    private boolean fits(Call call, ProvidedTool target) {
        Optional<String> mismatch =
                target.equals(call.target()) ? Optional.empty() : mismatch(call, target, call.args());
        mismatch.ifPresent(text -> ends.end(call, ToolErrorCode.INVALID_ARGUMENTS, text));
        return mismatch.isEmpty();
    }

    /** Gives a waiting call to another instance, if one may and can take it (D-158); it ends with that otherwise. */
    private void passOn(Call call, ToolErrorCode code, String text) {
        boolean overdue = call.timer() == null;
        Optional<ProvidedTool> other = overdue ? Optional.empty() : queues.otherFor(call);
        if (other.isEmpty()) {
            ends.end(call, code, text);
        } else if (fits(call, other.get())) {
            if (other.get().slot() == call.target().slot()) {
                call.aimAt(other.get());
            } else {
                moveTo(other.get(), call);
            }
        }
    }

    /**
     * Moves a waiting call to another slot. Gates that are being asked about it are asked again when it has its turn
     * there.
     */
    private void moveTo(ProvidedTool other, Call call) {
        ends.forgetInquiry(call);
        queues.remove(call);
        call.queueElsewhere(other);
        if (call.isCleared() && !isLate(call) && other.slot().tryTake()) {
            sent.send(call, other, call.args());
        } else {
            queues.add(call);
        }
    }

    /** The session's user stops everything (D-157). */
    public void interrupt(Session session) {
        cancel(session, ToolCancel.Reason.INTERRUPT, "interrupted");
    }

    /** The session's time is up. */
    public void endSession(Session session) {
        cancel(session, ToolCancel.Reason.SHUTDOWN, "the session has ended");
    }

    private void cancel(Session session, ToolCancel.Reason reason, String text) {
        for (Call call : List.copyOf(session.calls().values())) {
            stop(call, ToolErrorCode.CANCELLED, text, reason);
        }
    }

    /** The host wants that call no more (D-233). */
    public void cancel(Session session, CallId name) {
        Call call = session.calls().get(name);
        if (call != null) {
            stop(call, ToolErrorCode.CANCELLED, "cancelled by the host", ToolCancel.Reason.HOST);
        }
    }

    /** Ends a call wherever it is; a provider that has it is told why. */
    private void stop(Call call, ToolErrorCode code, String text, ToolCancel.Reason reason) {
        if (call.isSent()) {
            ends.abandon(call, code, text, reason);
        } else {
            ends.end(call, code, text);
        }
    }

    /** The session is ending: what waits will not be sent any more (D-217). */
    public void cancelQueued(Session session) {
        for (Call call : List.copyOf(session.calls().values())) {
            if (call.isQueued()) {
                ends.end(call, ToolErrorCode.CANCELLED, "the session is ending");
            }
        }
    }

    /** A provider is bound; its calls may count together with those of others. */
    public void join(Registration registration) {
        queues.join(registration);
    }

    /** The provider binds anew: nothing of the old binding goes on, and it is told so before anything else (D-093). */
    public void rebind(Registration registration) {
        String text = "the provider is registering anew";
        for (Call call : List.copyOf(registration.connection().unanswered())) {
            if (call.isLive()) {
                ends.abandon(call, ToolErrorCode.CANCELLED, text, ToolCancel.Reason.REBIND);
            }
        }
        drop(registration, ToolErrorCode.CANCELLED, text);
    }

    /** The provider is gone (I-11). */
    public void disconnect(Registration registration) {
        drop(registration, ToolErrorCode.DISCONNECTED, "the provider has disconnected");
    }

    private void drop(Registration registration, ToolErrorCode code, String text) {
        registration.waiting().forEach(call -> passOn(call, code, text));
        sent.drop(registration.connection(), code, text);
        queues.leave(registration);
    }
}
