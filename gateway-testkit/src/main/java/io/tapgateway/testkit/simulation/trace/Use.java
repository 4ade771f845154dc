package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.HookDecision;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One tool about to be used, and what gates said of it. Confined to the thread of its simulation. */
public final class Use {
    /** A gate that was asked. */
    public record Question(GateCheck check, Binding binding, long sentAt) {}

    /** A gate that let the use pass. */
    private record Consent(Binding binding, GateId gateId) {}

    private final SessionId session;
    private final String tool;
    private final JsonValue args;
    private final long askedAt;
    private final Map<CallId, Question> open = new LinkedHashMap<>();
    private final Set<Consent> consents = new HashSet<>();
    private boolean asked;
    private @Nullable HookDecision decision;

    Use(SessionId session, String tool, JsonValue args, long askedAt) {
        this.session = session;
        this.tool = tool;
        this.args = args;
        this.askedAt = askedAt;
    }

    public SessionId session() {
        return session;
    }

    public String tool() {
        return tool;
    }

    /** As the host has them. */
    public JsonValue args() {
        return args;
    }

    public long askedAt() {
        return askedAt;
    }

    /** The questions without an answer. */
    public Map<CallId, Question> open() {
        return open;
    }

    /** Whether any gate was asked. */
    public boolean wasAsked() {
        return asked;
    }

    /** Whether a gate agreed while there was time. */
    public boolean hasConsent(Binding binding, GateId gateId) {
        return consents.contains(new Consent(binding, gateId));
    }

    /** What became of it; empty if it is open, or a call. */
    public Optional<HookDecision> decision() {
        return Optional.ofNullable(decision);
    }

    void ask(GateCheck check, Binding binding, long now) {
        asked = true;
        open.put(check.callId(), new Question(check, binding, now));
    }

    void consent(Question question) {
        consents.add(new Consent(question.binding(), question.check().gateId()));
    }

    void decide(HookDecision decided) {
        decision = decided;
        open.clear();
    }

    @Override
    public String toString() {
        return "use of " + tool + " in " + session + " with " + args;
    }
}
