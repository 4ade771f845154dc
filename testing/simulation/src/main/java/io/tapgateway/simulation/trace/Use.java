package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.HookDecision;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** One tool about to be used, and what gates and a person said of it. Confined to the thread of its simulation. */
public final class Use {
    /**
     * A gate that was asked.
     *
     * @param rules by which it was; empty if nobody can tell
     */
    public record Question(GateCheck check, BindingRecord binding, Optional<List<HookRule>> rules, long sentAt) {}

    /** A gate that let the use pass. */
    private record Consent(BindingRecord binding, GateId gateId) {}

    private final SessionId session;
    private final String tool;
    private final JsonValue args;
    private final String text;
    private final int bytes;
    private final Map<String, Boolean> found = new HashMap<>();
    private final Set<Consent> wishes = new HashSet<>();
    private final Set<ProviderName> approved = new HashSet<>();
    private long askedAt;
    private @Nullable CallQuestion atPerson;
    private final Map<CallId, Question> open = new LinkedHashMap<>();
    private final Set<Consent> consents = new HashSet<>();
    private boolean asked;
    private @Nullable HookDecision decision;

    Use(SessionId session, String tool, JsonValue args, long askedAt) {
        this.session = session;
        this.tool = tool;
        this.args = args;
        this.text = args.json();
        this.bytes = text.getBytes(StandardCharsets.UTF_8).length;
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

    /** Their length as rules search them. */
    public int bytes() {
        return bytes;
    }

    /** Whether something in them certainly matches; asked again and again. */
    public boolean contains(String pattern) {
        return found.computeIfAbsent(pattern, this::search);
    }

    /** The dialect of rules is a little wider than Java's: it takes a brace by itself for a brace. */
    private boolean search(String pattern) {
        try {
            return Pattern.compile(pattern).matcher(text).find();
        } catch (PatternSyntaxException e) {
            return false;
        }
    }

    /** Since when gates are asked; without the time of a person. */
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
    public boolean hasConsent(BindingRecord binding, GateId gateId) {
        return consents.contains(new Consent(binding, gateId));
    }

    /** What a person has yet to answer. */
    public Optional<CallQuestion> atPerson() {
        return Optional.ofNullable(atPerson);
    }

    /** Whether a person has agreed where that provider wants one to be asked. */
    public boolean isApprovedFor(ProviderName provider) {
        return approved.contains(provider);
    }

    /** Whether a person has agreed at all. */
    public boolean isApproved() {
        return !approved.isEmpty();
    }

    /** Whether a gate has agreed on the condition that a person does, who has not. */
    public boolean isWishOf(BindingRecord binding, GateId gateId) {
        return wishes.contains(new Consent(binding, gateId))
                && !isApprovedFor(binding.identity().name());
    }

    void askPerson(CallQuestion question) {
        // Whoever has been silent until now has had its time.
        open.clear();
        atPerson = question;
    }

    /** The person agrees: gates have to be asked anew. */
    void approve(CallQuestion question, long now) {
        question.askers().forEach(asker -> approved.add(asker.provider()));
        wishes.clear();
        consents.clear();
        atPerson = null;
        askedAt = now;
    }

    void forgetPerson() {
        atPerson = null;
    }

    void wish(Question question) {
        wishes.add(new Consent(question.binding(), question.check().gateId()));
    }

    /** What became of it; empty if it is open, or a call. */
    public Optional<HookDecision> decision() {
        return Optional.ofNullable(decision);
    }

    void ask(Question question) {
        asked = true;
        open.put(question.check().callId(), question);
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
