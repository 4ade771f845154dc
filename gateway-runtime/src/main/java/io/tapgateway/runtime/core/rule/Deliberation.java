package io.tapgateway.runtime.core.rule;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Utf8;
import io.tapgateway.runtime.core.pattern.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes one judgement of the rules that match a call. Confined to one call. */
final class Deliberation<O extends RuleOwner> {
    /** A remainder of fewer bytes is not worth the mark that says that something was cut. */
    private static final int LEAST_CONTEXT = 32;

    private record Asked<O>(O owner, GateId gateId) {}

    private final Map<Asked<O>, Boolean> gates = new LinkedHashMap<>();
    private final List<Judgement.Context<O>> contexts = new ArrayList<>();
    private final List<Judgement.Unfinished<O>> unfinished = new ArrayList<>();
    private Judgement.@Nullable Denial<O> denial;
    private int contextLeft;
    private boolean contextsFull;

    Deliberation(Limits limits) {
        this.contextLeft = limits.get(Limit.CALL_CONTEXT);
    }

    /** Takes a rule into account; the order of these is the order of everything in the judgement. */
    @CanIgnoreReturnValue
    Deliberation<O> consider(O owner, boolean orphaned, RuleSet.Hit hit) {
        return hit.rule().accept(new HookRule.Visitor<Deliberation<O>>() {
            @Override
            public Deliberation<O> onDeny(HookRule.Deny deny) {
                deny(owner, deny.reason().orElseGet(() -> "Denied by " + owner.name()));
                return Deliberation.this;
            }

            @Override
            public Deliberation<O> onContext(HookRule.Context context) {
                if (hit.finding() == Finding.MATCH && !orphaned) {
                    add(owner, context.content());
                }
                return Deliberation.this;
            }

            @Override
            public Deliberation<O> onGate(HookRule.Gate gate) {
                if (orphaned) {
                    deny(owner, "Gate provider '" + owner.name() + "' is disconnected");
                } else {
                    gates.merge(new Asked<>(owner, gate.gateId()), gate.failOpen(), Boolean::logicalAnd);
                }
                return Deliberation.this;
            }
        });
    }

    void noteUnfinished(O owner, int rule) {
        unfinished.add(new Judgement.Unfinished<>(owner, rule));
    }

    private void deny(O owner, String reason) {
        if (denial == null) {
            denial = new Judgement.Denial<>(owner, reason);
        }
    }

    /** What does not fit any more is cut, visibly, and nothing follows (D-174). */
    private void add(O owner, String content) {
        if (contextsFull || content.isEmpty()) {
            return;
        }
        contextsFull = !Utf8.fits(content, contextLeft);
        if (!contextsFull || contextLeft >= LEAST_CONTEXT) {
            String shown = Utf8.cut(content, contextLeft);
            contextLeft -= Utf8.length(shown);
            contexts.add(new Judgement.Context<>(owner, shown));
        } else if (!contexts.isEmpty()) {
            Judgement.Context<O> last = contexts.remove(contexts.size() - 1);
            String shown = Utf8.cut(last.content(), Utf8.length(last.content()) - 1);
            contexts.add(new Judgement.Context<>(last.owner(), shown));
        }
    }

    Judgement<O> judgement() {
        List<Judgement.Gate<O>> asked = new ArrayList<>();
        gates.forEach((gate, failOpen) -> asked.add(new Judgement.Gate<>(gate.owner(), gate.gateId(), failOpen)));
        return new Judgement<>(Optional.ofNullable(denial), asked, contexts, unfinished);
    }
}
