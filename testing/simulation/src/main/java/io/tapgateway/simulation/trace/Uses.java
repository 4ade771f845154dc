package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.CallQuestion;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All tools that were about to be used, by what hosts said when they asked. Confined to the thread of its simulation.
 */
public final class Uses {
    /** The member of the arguments that says which check it is. */
    public static final String REFERENCE = "check";

    private final Limits limits;
    private final Map<Integer, Use> byNumber = new LinkedHashMap<>();
    private final Map<Integer, Use> undecided = new LinkedHashMap<>();
    private final Map<CallId, Use> byQuestion = new HashMap<>();
    private final Map<String, Use> atPersons = new LinkedHashMap<>();

    Uses(Limits limits) {
        this.limits = limits;
    }

    /** Those without a decision. */
    public Collection<Use> undecided() {
        return undecided.values();
    }

    /** That of a number. */
    public Optional<Use> of(int number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /** The one that a gate is asked about. */
    public Optional<Use> of(GateCheck check) {
        return check.args()
                .get(REFERENCE)
                .flatMap(reference -> reference.asWholeNumber())
                .map(number -> byNumber.get(number.intValue()));
    }

    /** The question of that id to that connection; empty if there is none that is open. */
    public Optional<Use.Question> open(CallId id, long connection) {
        return Optional.ofNullable(byQuestion.get(id))
                .map(use -> use.open().get(id))
                .filter(question -> question.binding().connection() == connection);
    }

    void begin(Cause.Checked cause, long now) {
        Use use = new Use(cause.session(), cause.tool(), cause.args(), now);
        byNumber.put(cause.check(), use);
        undecided.put(cause.check(), use);
    }

    void ask(ConnectionRecord connection, GateCheck check, ExpectedRules guards, long now) {
        of(check)
                .ifPresent(use -> connection.binding().ifPresent(binding -> {
                    use.ask(new Use.Question(check, binding, guards.rulesOf(binding, use.session()), now));
                    byQuestion.put(check.callId(), use);
                }));
    }

    /** A gate answers; what is said to another question, too late, or in another's name is nothing. */
    void answer(ConnectionRecord connection, GateResult result, long now) {
        open(result.callId(), connection.id())
                .filter(question -> question.check().gateId().equals(result.gateId()))
                .ifPresent(question -> {
                    Use use = byQuestion.get(result.callId());
                    boolean inTime = now - question.sentAt() < limits.nanos(Limit.GATE_TIMEOUT);
                    if (use != null && inTime && result.decision() != GateResult.Decision.DENY) {
                        use.open().remove(result.callId());
                        use.consent(question);
                        if (result.decision() == GateResult.Decision.ASK) {
                            use.wish(question);
                        }
                    }
                });
    }

    /** The use that a person is asked about. */
    public Optional<Use> of(CallQuestion question) {
        return question.args()
                .get(REFERENCE)
                .flatMap(reference -> reference.asWholeNumber())
                .map(number -> byNumber.get(number.intValue()));
    }

    /** Those that wait for a person, by the id of the question. */
    public Map<String, Use> atPersons() {
        return atPersons;
    }

    void askPerson(CallQuestion question) {
        of(question).ifPresent(use -> {
            use.askPerson(question);
            atPersons.put(question.id(), use);
        });
    }

    void withdraw(CallQuestion question) {
        Optional.ofNullable(atPersons.remove(question.id())).ifPresent(Use::forgetPerson);
    }

    /** A person answers; what is said to a question that is not open in that session is nothing. */
    void answer(Cause.Answered answered, long now) {
        Use use = atPersons.get(answered.question());
        if (use != null && use.session().equals(answered.session())) {
            atPersons.remove(answered.question());
            CallQuestion question = use.atPerson().orElseThrow();
            if (answered.approved()) {
                use.approve(question, now);
            } else {
                use.forgetPerson();
            }
        }
    }

    void decide(Consequence.Decided decided) {
        Use use = undecided.remove(decided.check());
        if (use != null) {
            use.decide(decided.decision());
        }
    }
}
