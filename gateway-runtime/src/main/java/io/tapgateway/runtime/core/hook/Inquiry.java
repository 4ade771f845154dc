package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Guard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One check on its way: what the rules said, which gates have consented and which have yet to. Confined to the loop. */
public final class Inquiry {
    /** One {@code gate.check} that was sent. */
    record Question(CallId id, Inquiry inquiry, Judgement.Gate<Guard> gate, Connection connection) {}

    private record Consent(Guard guard, GateId gateId) {}

    private final ToolCheck check;
    private final Asker asker;
    private final Map<CallId, Question> open = new LinkedHashMap<>();

    /** What gates said that let the call pass; what was said once holds, even if the rules change meanwhile (D-115). */
    private final Map<Consent, Optional<String>> consents = new HashMap<>();

    private @Nullable Judgement<Guard> judgement;
    private long judgedAt;
    private boolean inFull;
    private Timers.@Nullable Timer timer;
    private boolean over;

    Inquiry(ToolCheck check, Asker asker) {
        this.check = check;
        this.asker = asker;
    }

    ToolCheck check() {
        return check;
    }

    Asker asker() {
        return asker;
    }

    /** Whether it is decided. */
    public boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    /** Notes what the present rules say. */
    void judged(Judgement<Guard> said) {
        judgement = said;
        judgedAt = check.session().rules().revision();
    }

    /** Whether the rules are still those it was judged by. */
    boolean isUpToDate() {
        return judgedAt == check.session().rules().revision();
    }

    /** The gates that matter and have not consented. */
    List<Judgement.Gate<Guard>> missing() {
        List<Judgement.Gate<Guard>> missing = new ArrayList<>();
        for (Judgement.Gate<Guard> gate : judgement().gates()) {
            if (!consents.containsKey(new Consent(gate.owner(), gate.gateId()))) {
                missing.add(gate);
            }
        }
        return missing;
    }

    @SuppressWarnings("NullAway") // nothing is asked before it was judged
    Judgement<Guard> judgement() {
        return judgement;
    }

    /** Notes that a gate lets the call pass, and perhaps what it has to say. */
    void consented(Judgement.Gate<Guard> gate, Optional<String> context) {
        consents.put(new Consent(gate.owner(), gate.gateId()), context);
    }

    /** What a gate that has consented had to say. */
    Optional<String> contextOf(Judgement.Gate<Guard> gate) {
        return consents.getOrDefault(new Consent(gate.owner(), gate.gateId()), Optional.empty());
    }

    /** The questions without an answer, in the order of the rules. */
    Map<CallId, Question> open() {
        return open;
    }

    /** Begins to wait, for as long as a gate is given or not as long (D-162). */
    void await(Timers.Timer deadline, boolean inFull) {
        this.timer = deadline;
        this.inFull = inFull;
    }

    /** Whether the gates had all the time they may have, so that silence can mean yes. */
    boolean hadItsTime() {
        return inFull;
    }

    Timers.@Nullable Timer timer() {
        return timer;
    }
}
