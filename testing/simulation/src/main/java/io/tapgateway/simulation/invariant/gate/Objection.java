package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.simulation.trace.ExpectedRules;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Use;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that certainly stands in the way of a use. Immutable.
 *
 * @param unfinished whether that is so because nobody can say whether the rule matches (D-169)
 */
record Objection(ExpectedRules.Guard guard, HookRule rule, boolean unfinished) {
    /** What the rules that certainly hold have against a use at this moment. */
    static List<Objection> to(Use use, ReferenceModel reference) {
        List<Objection> objections = new ArrayList<>();
        for (ExpectedRules.Guard guard : reference.bindings().guards().of(use.session(), reference.now())) {
            for (HookRule rule : guard.rules()) {
                Objection objection = new Objection(guard, rule, isUnfinished(rule, use, reference.limits()));
                if (matches(rule, use, reference.limits()) && objection.stands(use, reference)) {
                    objections.add(objection);
                }
            }
        }
        return objections;
    }

    private boolean stands(Use use, ReferenceModel reference) {
        return rule.accept(new HookRule.Visitor<>() {
            @Override
            public Boolean onDeny(HookRule.Deny deny) {
                return true;
            }

            @Override
            public Boolean onContext(HookRule.Context context) {
                return false;
            }

            @Override
            public Boolean onGate(HookRule.Gate gate) {
                return guard.isOrphaned() || !hasPassed(gate, use, reference);
            }

            @Override
            public Boolean onAsk(HookRule.Ask ask) {
                return !use.isApprovedFor(guard.binding().identity().name());
            }
        });
    }

    private boolean hasPassed(HookRule.Gate gate, Use use, ReferenceModel reference) {
        return use.hasConsent(guard.binding(), gate.gateId()) || wasSilent(gate, use, reference);
    }

    /** Only if all rules said so by which it was asked (D-115, D-162). */
    private static boolean mayBeSilent(Use.Question question, Use use, ReferenceModel reference) {
        return question.rules().stream()
                .flatMap(List::stream)
                .filter(rule -> matches(rule, use, reference.limits()))
                .filter(HookRule.Gate.class::isInstance)
                .map(HookRule.Gate.class::cast)
                .filter(rule -> rule.gateId().equals(question.check().gateId()))
                .allMatch(HookRule.Gate::failOpen);
    }

    /** For all the time there is, and no longer. */
    private boolean wasSilent(HookRule.Gate gate, Use use, ReferenceModel reference) {
        return use.open().values().stream()
                .filter(question -> question.binding() == guard.binding())
                .filter(question -> question.check().gateId().equals(gate.gateId()))
                .filter(question -> mayBeSilent(question, use, reference))
                .anyMatch(question -> reference.now() - question.sentAt()
                        == reference.limits().nanos(Limit.GATE_TIMEOUT));
    }

    /**
     * Whether a rule matches, or counts as if it did. ScenarioLimits about files are beyond this: they do not count.
     */
    static boolean matches(HookRule rule, Use use, Limits limits) {
        Match match = rule.match();
        boolean tool = match.tool()
                .filter(it -> !it.equals("*") && !it.equals(use.tool()))
                .isEmpty();
        boolean owner =
                match.provider().filter(it -> !it.value().equals("host")).isEmpty();
        boolean args = match.args()
                .filter(it -> !isUnfinished(rule, use, limits) && !use.contains(it))
                .isEmpty();
        return tool && owner && args && match.file().isEmpty();
    }

    /** Whether the arguments are longer than anybody searches. */
    static boolean isUnfinished(HookRule rule, Use use, Limits limits) {
        return rule.match().args().isPresent() && use.bytes() > limits.get(Limit.MATCH_INPUT);
    }
}
