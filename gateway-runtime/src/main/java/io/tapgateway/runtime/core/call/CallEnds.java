package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Chain;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.stream.Injector;
import java.util.Optional;

/**
 * How calls that a session keeps end: for their hosts, once, and for their providers, who may take longer (D-143).
 * Calls that are refused before that are answered by {@link CallDesk}. Confined to the loop.
 */
final class CallEnds {
    private final Kernel kernel;
    private final HostFeed feed;
    private final Injector injector;
    private final InterceptDesk intercepts;
    private final GateDesk gates;
    private final CallQueues queues;
    private final FileDesk files;
    private final Call.Visitor release = new Release();

    CallEnds(
            Kernel kernel,
            HostFeed feed,
            Injector injector,
            InterceptDesk intercepts,
            GateDesk gates,
            CallQueues queues,
            FileDesk files) {
        this.kernel = kernel;
        this.feed = feed;
        this.injector = injector;
        this.intercepts = intercepts;
        this.gates = gates;
        this.queues = queues;
        this.files = files;
    }

    /** Ends a sent call for its host, and asks the provider to stop. */
    void abandon(Call call, ToolErrorCode code, String text, ToolCancel.Reason reason) {
        Connection connection = call.target().connection();
        ToolOutcome reached = reached(call, ToolOutcome.failure(code, text));
        Optional<GatewayEvent> news = news(call, reached);
        kernel.timers().cancel(call.timer());
        call.abandon(kernel.after(Limit.CANCELLED_SLOT_HOLD, () -> settle(call)));
        connection.ended(kernel.now());
        tell(call, reached, news, false);
        kernel.effects()
                .send(connection.id(), new ToolCancel(call.id(), call.session().id(), reason));
    }

    /** Ends a call with what the gateway itself has found. */
    void end(Call call, ToolErrorCode code, String text) {
        boolean isLate = code == ToolErrorCode.TIMEOUT;
        forgetInquiry(call, isLate ? ApprovalWithdrawal.EXPIRED : ApprovalWithdrawal.CANCELLED);
        end(call, ToolOutcome.failure(code, text));
    }

    /** Ends a call for its host, and for whoever else has to do with it. */
    void end(Call call, ToolOutcome outcome) {
        end(call, outcome, false);
    }

    /** Ends a call as its provider has answered it; of tools that it has brought its host hears before (M-022). */
    void answer(Call call, ToolOutcome outcome) {
        boolean bringsTools = call.session().toolsNews().isPending();
        if (bringsTools) {
            feed.tellTools(call.session());
        }
        end(call, outcome, bringsTools);
    }

    private void end(Call call, ToolOutcome outcome, boolean afterNotices) {
        ToolOutcome reached = reached(call, outcome);
        Optional<GatewayEvent> news = news(call, reached);
        leave(call);
        call.end();
        tell(call, reached, news, afterNotices);
    }

    /** The provider has nothing more to do with a call that has ended for its host: its place is free for the next. */
    void settle(Call call) {
        leave(call);
        call.end();
    }

    private static ToolOutcome reached(Call call, ToolOutcome outcome) {
        return call.contexts().isEmpty() ? outcome : outcome.with(call.contexts());
    }

    /** The event for observers; made only if there are any. */
    private Optional<GatewayEvent> news(Call call, ToolOutcome reached) {
        if (!kernel.effects().isObserved()) {
            return Optional.empty();
        }
        CallTrace trace = call.trace(kernel.now(), kernel.wall());
        return Optional.of(new GatewayEvent.CallEnded(
                call.session().id(), call.name(), call.tool().name(), call.original(), reached, trace));
    }

    /** Completes a call that its session keeps for the host, and tells observers. */
    private void tell(Call call, ToolOutcome reached, Optional<GatewayEvent> news, boolean afterNotices) {
        call.session().calls().remove(call.name());
        kernel.timers().cancel(call.deadline());
        if (afterNotices) {
            kernel.effects().completeAfterNotices(call.receipt(), reached);
        } else {
            kernel.effects().complete(call.receipt(), reached);
        }
        if (news.isPresent()) {
            kernel.effects().publish(news.get());
        }
        injector.idleIfQuiet(call.session());
    }

    /** A call is about to leave its stage: what it has there is given back. */
    void leave(Call call) {
        kernel.timers().cancel(call.timer());
        call.accept(release);
    }

    /** Drops the inquiry of a call: its verdict is no longer needed. */
    void forgetInquiry(Call call) {
        forgetInquiry(call, ApprovalWithdrawal.CANCELLED);
    }

    private void forgetInquiry(Call call, ApprovalWithdrawal cause) {
        Inquiry inquiry = call.inquiry();
        if (inquiry != null) {
            gates.drop(inquiry, cause);
        }
    }

    /** Gives back what a call holds where it is. */
    private final class Release implements Call.Visitor {
        @Override
        public void onAsked(Call call) {}

        @Override
        public void onIntercepted(Call call) {
            Chain chain = call.chain();
            if (chain != null) {
                intercepts.drop(chain);
            }
        }

        @Override
        public void onGated(Call call) {
            forgetInquiry(call);
        }

        @Override
        public void onQuestioned(Call call) {
            forgetInquiry(call);
        }

        @Override
        public void onQueued(Call call) {
            forgetInquiry(call);
            queues.remove(call);
        }

        @Override
        public void onSent(Call call) {
            call.target().connection().ended(kernel.now());
            onAbandoned(call);
        }

        @Override
        public void onReading(Call call) {
            files.forget(call);
        }

        @Override
        public void onAbandoned(Call call) {
            ProvidedTool target = call.target();
            target.connection().settled(call.id());
            if (target.slot().release()) {
                queues.noteChange(target.slot());
            }
        }

        @Override
        public void onEnded(Call call) {}
    }
}
