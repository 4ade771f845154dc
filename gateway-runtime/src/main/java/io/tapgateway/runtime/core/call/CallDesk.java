package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.schema.Mismatch;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.InstanceList;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.Slot;
import io.tapgateway.runtime.core.stream.Injector;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every tool call, from the host's wish to its one outcome (D-135 – D-158).
 *
 * <p>A call waits for a slot, is sent, and ends by whatever is processed first: the answer, its deadline, a cancellation or
 * the loss of its provider. The end that the host sees and the end of the provider's work are two things: a call that was
 * cancelled keeps its slot until the provider answers or five seconds have passed (D-143). Confined to the loop.
 */
public final class CallDesk {
    private final Kernel kernel;
    private final Complaints complaints;
    private final ProgressFeed progressFeed;
    private final Injector injector;
    private final GateDesk gates;
    private final CallChecks checks;
    private final Judged judged = new Judged();
    private final InboundWindow inboundWindow;
    private final InstanceReport report;
    private final FileDesk files;
    private final CallQueues queues;
    private final CallNews news;

    public CallDesk(Kernel kernel, Complaints complaints, HostFeed feed, Injector injector, GateDesk gates) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.progressFeed = new ProgressFeed(kernel, feed);
        this.injector = injector;
        this.gates = gates;
        this.checks = new CallChecks(kernel, gates, judged);
        this.queues = new CallQueues(kernel, checks, new Turn());
        this.inboundWindow = new InboundWindow(kernel);
        this.report = new InstanceReport(kernel);
        this.news = new CallNews(kernel);
        this.files = new FileDesk(kernel, this::end);
    }

    /** The host calls a tool. */
    public void call(
            Session session,
            String name,
            JsonValue args,
            Optional<TraceParent> traceParent,
            Receipt<ToolOutcome> receipt) {
        session.touch();
        SessionTool tool = session.tool(name);
        if (session.isEnding()) {
            refuse(receipt, ToolErrorCode.CANCELLED, "the session is ending");
        } else if (tool == null) {
            refuse(receipt, ToolErrorCode.NOT_FOUND, "no tool of this name is registered in the session");
        } else {
            CallId id = new CallId("call-" + kernel.entropy().id());
            Call call = new Call(id, session, tool, args, receipt, kernel.now());
            call.follow(traceParent);
            Optional<String> nobody = Routing.aim(call);
            if (nobody.isPresent()) {
                refuse(receipt, ToolErrorCode.NOT_FOUND, nobody.get());
            } else if (session.rules().any()) {
                session.calls().add(call);
                checks.begin(call);
            } else {
                dispatch(call, tool);
            }
        }
    }

    /** Ends the call of that receipt because something failed; false if there is none. */
    public boolean giveUp(Session session, Receipt<ToolOutcome> receipt) {
        Optional<Call> found = session.calls().stream()
                .filter(call -> call.receipt() == receipt)
                .findFirst();
        found.ifPresent(judged::failed);
        return found.isPresent();
    }

    /** What becomes of calls that were judged: new ones, and those that wait and are judged again (D-113). */
    private final class Judged implements CallChecks.Outcome {
        @Override
        public void passed(Call call) {
            if (call.stage() == Call.Stage.QUEUED) {
                queues.advance(call.target().slot());
            } else if (Routing.aimAgain(call)) {
                dispatch(call, call.session().tool(call.tool().name().value()));
            } else {
                turnAway(call, ToolErrorCode.NOT_FOUND, "the tool was removed while the call was checked");
            }
        }

        @Override
        public void stopped(Call call, ToolErrorCode code, String text) {
            if (call.stage() == Call.Stage.QUEUED) {
                queues.giveUpTurn(call, ToolOutcome.failure(code, text));
            } else {
                turnAway(call, code, text);
            }
        }

        @Override
        public void failed(Call call) {
            if (call.stage() == Call.Stage.SENT) {
                failUnreadable(call, "internal error");
            } else if (call.isLive()) {
                stopped(call, ToolErrorCode.INTERNAL, "internal error");
            }
        }
    }

    /** What becomes of calls that wait. */
    private final class Turn implements CallQueues.Turn {
        @Override
        public void send(Call call) {
            CallDesk.this.send(call);
        }

        @Override
        public void end(Call call, ToolOutcome outcome) {
            CallDesk.this.end(call, outcome);
        }
    }

    /** What the gateway generated it answers itself; all else goes to a provider. */
    private void dispatch(Call call, @Nullable SessionTool tool) {
        call.times().pass(kernel.now());
        if (tool instanceof InstanceList list) {
            end(call, report.of(list));
        } else {
            accept(call);
        }
    }

    private void accept(Call call) {
        int room = kernel.limit(Limit.MESSAGE) - DispatchText.envelopeLength(call);
        Optional<Mismatch> mismatch = ArgumentCheck.firstMismatch(call, kernel);
        if (mismatch.isPresent()) {
            turnAway(call, ToolErrorCode.INTERNAL, ArgumentCheck.text(mismatch.get()));
        } else if (!call.args().fitsInto(room)) {
            turnAway(call, ToolErrorCode.PAYLOAD_TOO_LARGE, "the arguments are larger than a message may be");
        } else if (call.target().connection().liveCalls() >= kernel.limit(Limit.CALLS_IN_FLIGHT)) {
            turnAway(call, ToolErrorCode.RATE_LIMITED, "too many calls are in flight at this provider");
        } else if (queues.hasRoom(call.target())) {
            call.session().calls().add(call);
            queues.take(call);
        } else {
            turnAway(call, ToolErrorCode.RATE_LIMITED, "too many calls are waiting for this provider");
        }
    }

    /** Ends a call that has not got as far as to wait or to be sent. */
    private void turnAway(Call call, ToolErrorCode code, String text) {
        if (call.session().calls().contains(call)) {
            end(call, ToolOutcome.failure(code, text));
        } else {
            refuse(call.receipt(), code, text);
        }
    }

    private void refuse(Receipt<ToolOutcome> receipt, ToolErrorCode code, String text) {
        kernel.effects().complete(receipt, ToolOutcome.failure(code, text));
    }

    private void send(Call call) {
        Connection connection = call.target().connection();
        kernel.timers().cancel(call.timer());
        call.enter(Call.Stage.SENT);
        call.times().send(kernel.now());
        connection.sent(call);
        inboundWindow.open(connection);
        call.setTimer(kernel.timers().at(kernel.now() + call.target().timeoutNanos(), () -> timeOut(call)));
        kernel.effects()
                .send(
                        connection.id(),
                        new ToolCall(
                                call.id(), call.session().id(), call.tool().name(), call.args(), call.traceParent()));
        news.dispatched(call);
    }

    /** A provider answers. */
    public void result(Connection connection, ToolResult result) {
        Call call = connection.unanswered(result.id());
        if (call == null) {
            if (!connection.remembers(result.id())) {
                String text = "/id: no call of this id was sent to this provider";
                complaints.refuse(connection, result, ErrorCode.INVALID_JSON, text);
            }
            return;
        }
        if (!call.isLive()) {
            settle(call);
            return;
        }
        call.target().presence().completedCall(kernel.now());
        if (result.result() instanceof ToolResult.Result.File file) {
            answeredWith(call, file.file());
        } else {
            conclude(call, ResultReader.read(call, result.result()));
            settle(call);
        }
    }

    /** The provider's work ends here, but the host waits for the file. */
    private void answeredWith(Call call, FileRef file) {
        Optional<ToolOutcome> refusal = files.refusal(call, file);
        if (refusal.isPresent()) {
            conclude(call, refusal.get());
            settle(call);
        } else {
            call.target().connection().ended(kernel.now());
            settle(call);
            files.begin(call, file);
        }
    }

    /** What became of a file that a call was answered with. */
    public void fileRead(CallId call, Optional<FileContent> content) {
        files.read(call, content);
    }

    /** Ends a call that nobody but its host has anything to do with any more. */
    private void end(Call call, ToolOutcome outcome) {
        conclude(call, outcome);
        call.enter(Call.Stage.SETTLED);
    }

    /** A provider reports on a running call; anything else it may mean is ignored (D-151). */
    public void progress(Connection connection, ToolProgress progress) {
        Call call = connection.unanswered(progress.id());
        if (call != null && call.isLive()) {
            progressFeed.report(call, progress.message());
        }
    }

    /** The answer to a call could not be read: the call fails with what was wrong (D-029). */
    public void failUnreadable(Call call, String text) {
        conclude(call, ToolOutcome.failure(ToolErrorCode.INTERNAL, text));
        settle(call);
    }

    /** The session's user stops everything (D-157). */
    public void interrupt(Session session) {
        cancel(session, ToolCancel.Reason.INTERRUPT, "interrupted");
    }

    /** The session is ending: what waits will not be sent any more (D-217). */
    public void cancelQueued(Session session) {
        gates.withdraw(session, "the session is ending");
        for (Call call : List.copyOf(session.calls())) {
            if (call.stage() == Call.Stage.QUEUED) {
                queues.end(call, ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session is ending"));
            }
        }
    }

    /** The session's time is up. */
    public void endSession(Session session) {
        cancel(session, ToolCancel.Reason.SHUTDOWN, "the session has ended");
    }

    private void cancel(Session session, ToolCancel.Reason reason, String text) {
        gates.withdraw(session, text);
        List<Call> calls = List.copyOf(session.calls());
        for (Call call : calls) {
            if (call.stage() == Call.Stage.QUEUED) {
                queues.end(call, ToolOutcome.failure(ToolErrorCode.CANCELLED, text));
            } else if (call.stage() == Call.Stage.READING) {
                end(call, ToolOutcome.failure(ToolErrorCode.CANCELLED, text));
            }
        }
        for (Call call : calls) {
            if (call.stage() == Call.Stage.SENT) {
                abandon(call, ToolOutcome.failure(ToolErrorCode.CANCELLED, text), reason);
            }
        }
    }

    /** A provider is bound; its calls may count together with those of others. */
    public void join(Registration registration) {
        queues.join(registration);
    }

    /** Sends what can be sent since others have left; runs after every step of the core. */
    public void sweep() {
        queues.sweep();
    }

    /** The provider binds anew: nothing of the old binding goes on, and it is told so before anything else (D-093). */
    public void rebind(Registration registration) {
        for (Call call : List.copyOf(registration.connection().unanswered())) {
            if (call.isLive()) {
                conclude(call, ToolOutcome.failure(ToolErrorCode.CANCELLED, "the provider is registering anew"));
                sendCancel(call, ToolCancel.Reason.REBIND);
            }
        }
        drop(registration, ToolErrorCode.CANCELLED, "the provider is registering anew");
    }

    /** The provider is gone (I-11). */
    public void disconnect(Registration registration) {
        drop(registration, ToolErrorCode.DISCONNECTED, "the provider has disconnected");
    }

    private void drop(Registration registration, ToolErrorCode code, String text) {
        registration.waiting().forEach(call -> queues.passOn(call, ToolOutcome.failure(code, text)));
        for (Call call : List.copyOf(registration.connection().unanswered())) {
            if (call.isLive()) {
                conclude(call, ToolOutcome.failure(code, text));
            }
            settle(call);
        }
        inboundWindow.forget(registration.connection());
        queues.leave(registration);
    }

    private void timeOut(Call call) {
        String text = "no result within " + call.target().view().timeout().toMillis() + " ms";
        abandon(call, ToolOutcome.failure(ToolErrorCode.TIMEOUT, text), ToolCancel.Reason.TIMEOUT);
    }

    /** Ends a sent call for its host, and asks the provider to stop. */
    private void abandon(Call call, ToolOutcome outcome, ToolCancel.Reason reason) {
        conclude(call, outcome);
        sendCancel(call, reason);
        call.setTimer(kernel.after(Limit.CANCELLED_SLOT_HOLD, () -> settle(call)));
    }

    private void sendCancel(Call call, ToolCancel.Reason reason) {
        kernel.effects()
                .send(
                        call.target().connection().id(),
                        new ToolCancel(call.id(), call.session().id(), reason));
    }

    /** The one place where a call ends for its host. */
    private void conclude(Call call, ToolOutcome outcome) {
        kernel.timers().cancel(call.timer());
        call.setTimer(null);
        checks.drop(call);
        files.drop(call);
        call.session().calls().remove(call);
        if (call.stage() == Call.Stage.SENT) {
            call.target().connection().ended(kernel.now());
            call.enter(Call.Stage.ABANDONED);
        }
        ToolOutcome reached = call.contexts().isEmpty() ? outcome : outcome.with(call.contexts());
        kernel.effects().complete(call.receipt(), reached);
        news.ended(call, reached);
        injector.idleIfQuiet(call.session());
    }

    /** The provider has nothing more to do with a call: its slot is free for the next. */
    private void settle(Call call) {
        kernel.timers().cancel(call.timer());
        call.setTimer(null);
        call.enter(Call.Stage.SETTLED);
        call.target().connection().settled(call.id());
        Slot slot = call.target().slot();
        slot.release();
        queues.advance(slot);
    }
}
