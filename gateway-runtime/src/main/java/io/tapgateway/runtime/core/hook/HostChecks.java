package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import java.util.List;
import java.util.Optional;

/** Answers hosts that ask before they use a tool of their own (D-167, D-172). Confined to the loop. */
public final class HostChecks {
    private final Kernel kernel;
    private final GateDesk gates;

    public HostChecks(Kernel kernel, GateDesk gates) {
        this.kernel = kernel;
        this.gates = gates;
    }

    /** May that tool be used in that way? */
    public void ask(Session session, String tool, JsonValue args, Receipt<HookDecision> receipt) {
        session.touch();
        Answer answer = new Answer(receipt, new HookDecision.Permit(tool, args));
        if (session.isEnding()) {
            answer.withdrawn("The session is ending.");
        } else if (!session.rules().any()) {
            answer.allowed(List.of());
        } else {
            long latest = kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT);
            gates.check(new ToolCheck(session, tool, owner(session, tool), args, latest), answer);
        }
    }

    /** A question of a session that is no more. */
    public void askedTooLate(Receipt<HookDecision> receipt) {
        kernel.effects().complete(receipt, new HookDecision.Deny("The session has ended.", Optional.empty()));
    }

    private static ProviderName owner(Session session, String name) {
        SessionTool tool = session.tool(name);
        return tool == null ? ToolUse.HOST : tool.owner();
    }

    private final class Answer implements Asker {
        private final Receipt<HookDecision> receipt;
        private final HookDecision.Permit permit;

        private Answer(Receipt<HookDecision> receipt, HookDecision.Permit permit) {
            this.receipt = receipt;
            this.permit = permit;
        }

        @Override
        public void allowed(List<CallContext> contexts) {
            kernel.effects().complete(receipt, new HookDecision.Allow(contexts, permit));
        }

        @Override
        public void denied(HookDecision.Deny denial) {
            kernel.effects().complete(receipt, denial);
        }

        @Override
        public void withdrawn(String why) {
            kernel.effects().complete(receipt, new HookDecision.Deny(why, Optional.empty()));
        }
    }
}
