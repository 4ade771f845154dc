package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Use;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * I-62: what a person has to decide is allowed only after that person's yes to these very arguments, and each question
 * ends once: by an answer, or with what it is about. Confined to one simulation.
 */
public final class PersonsYes implements Invariant {
    private static final String YES = "uses allowed by a person";
    private static final String NO = "uses denied by a person";
    private static final String WITHDRAWN = "questions withdrawn";

    private final Check check = new Check("I-62");
    private final Set<String> over = new HashSet<>();
    private Optional<Use> refused = Optional.empty();

    public PersonsYes() {
        check.expect(YES);
        check.expect(NO);
        check.expect(WITHDRAWN);
    }

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        refused = Optional.empty();
        if (cause instanceof Cause.Answered answered) {
            Optional<Use> use = Optional.ofNullable(reference.uses().atPersons().get(answered.question()))
                    .filter(it -> it.session().equals(answered.session()));
            use.ifPresent(it -> over.add(answered.question()));
            refused = use.filter(it -> !answered.approved());
        }
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        reference.uses().of(decided.check()).ifPresent(use -> {
            boolean allowed = decided.decision().allowed();
            check.require(
                    !allowed || use.atPerson().isEmpty(), () -> use + " was allowed, and a person was still asked");
            check.require(!allowed || !isWished(use, reference), () -> use + " was allowed in spite of a gate's wish");
            check.require(!allowed || refused.filter(use::equals).isEmpty(), () -> use + " was refused, and allowed");
            if (refused.filter(use::equals).isPresent()) {
                check.reached(NO);
            } else if (allowed && use.isApproved()) {
                check.reached(YES);
            }
        });
    }

    /** Whether a gate that has its say by the present rules wants a person to be asked. */
    private static boolean isWished(Use use, ReferenceModel reference) {
        return reference.bindings().guards().of(use.session(), reference.now()).stream()
                .anyMatch(guard -> guard.rules().stream()
                        .filter(HookRule.Gate.class::isInstance)
                        .filter(rule -> Objection.matches(rule, use, reference.limits()))
                        .anyMatch(rule -> use.isWishOf(guard.binding(), ((HookRule.Gate) rule).gateId())));
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        refused.ifPresent(use -> check.require(
                use.decision().filter(it -> !it.allowed()).isPresent(),
                () -> use + " was refused, and is " + use.decision()));
        for (Consequence.Noticed noticed : step.only(Consequence.Noticed.class)) {
            if (noticed.notice() instanceof HostNotice.Approve asked) {
                begins(asked.question(), noticed, reference);
            } else if (noticed.notice() instanceof HostNotice.ApprovalWithdrawn withdrawn) {
                check.reached(WITHDRAWN);
                check.require(over.add(withdrawn.question().id()), () -> "ends twice: " + withdrawn.question());
            }
        }
        for (Use use : reference.uses().atPersons().values()) {
            check.require(use.decision().isEmpty(), () -> use + " is decided, and a person is still asked");
        }
    }

    private void begins(CallQuestion question, Consequence.Noticed noticed, ReferenceModel reference) {
        boolean same = reference
                .uses()
                .of(question)
                .filter(use -> use.args().equals(question.args())
                        && use.tool().equals(question.tool())
                        && use.session().equals(question.session()))
                .isPresent();
        check.require(same && noticed.session().equals(question.session()), () -> "that was not asked: " + question);
        check.require(!question.askers().isEmpty(), () -> "nobody wants that: " + question);
        check.require(!over.contains(question.id()), () -> "has been answered: " + question);
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        check.require(
                reference.uses().atPersons().isEmpty(),
                () -> "a person is still asked about " + reference.uses().atPersons());
    }
}
