package io.tapgateway.testkit.simulation.invariant.registry;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.testkit.simulation.invariant.Invariant;
import io.tapgateway.testkit.simulation.invariant.Judge;
import io.tapgateway.testkit.simulation.trace.Chronicle;
import io.tapgateway.testkit.simulation.trace.ConnectionRecord;
import io.tapgateway.testkit.simulation.trace.Consequence;

/** I-46: a call goes only to a provider that is bound to its session and has the tool. Confined to one simulation. */
public final class DispatchValidity implements Invariant {
    private final Judge judge = new Judge("I-46");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof ToolCall call) {
            judge.reached();
            ConnectionRecord connection = chronicle.connection(sent.connection());
            boolean has = connection
                    .binding()
                    .flatMap(it -> it.tool(call.sessionId(), call.tool().value()))
                    .isPresent();
            judge.require(has, () -> "sent to a provider that has no such tool there: " + sent);
        }
    }
}
