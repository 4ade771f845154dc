package io.tapgateway.runtime.core.call;

import io.tapgateway.runtime.CallTrace;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;

/** Tells those who watch the gateway what becomes of calls, if there are any. Confined to the loop. */
final class CallNews {
    private final Kernel kernel;

    CallNews(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A call has been sent to its provider. */
    void dispatched(Call call) {
        if (kernel.effects().isObserved()) {
            kernel.effects()
                    .publish(new GatewayEvent.CallDispatched(
                            call.session().id(),
                            call.id(),
                            call.tool().name(),
                            call.target().presence().registration().identity(),
                            trace(call)));
        }
    }

    /** A call has its outcome. */
    void ended(Call call, ToolOutcome outcome) {
        if (kernel.effects().isObserved()) {
            kernel.effects()
                    .publish(new GatewayEvent.CallEnded(
                            call.session().id(), call.id(), call.tool().name(), outcome, trace(call)));
        }
    }

    private CallTrace trace(Call call) {
        return call.times().until(kernel.now(), kernel.wall(), call.traceParent());
    }
}
