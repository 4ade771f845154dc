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

    private final Map<Asked<O>, Judgement.Gate<O>> gates = new LinkedHashMap<>();
    private final List<Judgement.Wish<O>> wishes = new ArrayList<>();
    private final List<Judgement.Context<O>> contexts = new ArrayList<>();
    private final List<Judgement.Unfinished<O>> unfinished = new ArrayList<>();
    private Judgement.@Nullable Denial<O> denial;
    private int considered;
    private int contextLeft;
    private boolean contextsFull;

    Deliberation(Limits limits) {
        this.contextLeft = limits.get(Limit.CALL_CONTEXT);
    }

    /** Takes a rule into account; the order of these is the order of everything in the judgement. */
    @CanIgnoreReturnValue
    Deliberation<O> consider(O owner, boolean orphaned, RuleSet.Hit hit) {
        int place = considered++;
        return hit.rule().accept(new HookRule.Visitor<Deliberation<O>>() {
            @Override
            public Deliberation<O> onDeny(HookRule.Deny deny) {
                deny(owner, deny, deny.reason().orElseGet(() -> "Denied by " + owner.name()));
                return Deliberation.this;
            }

            @Override
            public Deliberation<O> onContext(HookRule.Context context) {
                if (hit.finding() == Finding.MATCH && !orphaned) {
                    add(place, owner, context.content());
                }
                return Deliberation.this;
            }

            @Override
            public Deliberation<O> onGate(HookRule.Gate gate) {
                if (orphaned) {
                    deny(owner, gate, "Gate provider '" + owner.name() + "' " + owner.absence() + ".");
                } else {
                    ask(new Judgement.Gate<>(place, owner, gate, gate.gateId(), gate.failOpen()));
                }
                return Deliberation.this;
            }

            @Override
            public Deliberation<O> onAsk(HookRule.Ask ask) {
                // It takes a person to answer, not the provider: so it asks on while the provider is away.
                wishes.add(new Judgement.Wish<>(
                        owner, ask.reason().orElseGet(() -> owner.name() + " wants this to be approved")));
                return Deliberation.this;
            }
        });
    }

    void noteUnfinished(O owner, int rule) {
        unfinished.add(new Judgement.Unfinished<>(owner, rule));
    }

    private void deny(O owner, HookRule rule, String reason) {
        if (denial == null) {
            denial = new Judgement.Denial<>(owner, rule, reason);
        }
    }

    /** What does not fit any more is cut, visibly, and nothing follows (D-174). */
    private void add(int place, O owner, String content) {
        if (contextsFull || content.isEmpty()) {
            return;
        }
        contextsFull = !Utf8.fits(content, contextLeft);
        if (!contextsFull || contextLeft >= LEAST_CONTEXT) {
            String shown = Utf8.cut(content, contextLeft);
            contextLeft -= Utf8.length(shown);
            contexts.add(new Judgement.Context<>(place, owner, shown));
        } else if (!contexts.isEmpty()) {
            Judgement.Context<O> last = contexts.remove(contexts.size() - 1);
            String shown = Utf8.cut(last.content(), Utf8.length(last.content()) - 1);
            contexts.add(new Judgement.Context<>(last.place(), last.owner(), shown));
        }
    }

    /** Rules of one owner that share a gate ask it once, and let silence pass only if all of them do (D-161, D-162). */
    private void ask(Judgement.Gate<O> gate) {
        gates.merge(
                new Asked<>(gate.owner(), gate.gateId()),
                gate,
                (first, other) -> new Judgement.Gate<>(
                        first.place(),
                        first.owner(),
                        first.rule(),
                        first.gateId(),
                        first.failOpen() && other.failOpen()));
    }

    Judgement<O> judgement() {
        return new Judgement<>(Optional.ofNullable(denial), List.copyOf(gates.values()), wishes, contexts, unfinished);
    }
}
