package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.rule.Judgement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A use that is judged: what the rules said, which gates have consented, which have yet to, and whose wish for a person
 * has been answered. Confined to the loop.
 */
public final class Inquiry {
    private record Consent(Guard guard, GateId gateId) {}

    private final IntendedUse use;
    private final String toolName;
    private final ProviderName owner;
    private final Map<CallId, GateQuestion> open = new LinkedHashMap<>();

    /** What gates said that let the use pass; their consent stays valid if the rules change meanwhile (D-115). */
    private final Map<Consent, Optional<String>> consents = new HashMap<>();

    /** What a person has agreed to before. */
    private Agreement agreement;

    /** What the tool itself shows of this use, for a person. */
    private Optional<UsePreview> preview = Optional.empty();

    /** Gates that consent if a person does, with what that person is told. */
    private final Map<Consent, String> wishes = new LinkedHashMap<>();

    private long latest;
    private @Nullable Judgement<Guard> judgement;
    private long judgedAt;
    private boolean inFull;
    private Timers.@Nullable Timer timer;
    private GateVerdict verdict;

    /** @param latest when it has to be decided, in the core's time; without that of a person */
    public Inquiry(IntendedUse use, long latest) {
        this(use, latest, Agreement.NONE);
    }

    /** @param agreement what a person has agreed to already about this tool and these arguments */
    public Inquiry(IntendedUse use, long latest, Agreement agreement) {
        this.use = use;
        this.toolName = use.toolName();
        this.owner = use.owner();
        this.latest = latest;
        this.agreement = agreement;
        this.verdict = new GateVerdict.Open(latest);
    }

    /** The use that it is about, which says who is told the verdict. */
    public IntendedUse use() {
        return use;
    }

    /** The name that rules and gates are asked about, as it was when they were asked first. */
    public String toolName() {
        return toolName;
    }

    /** Whose tool it is, as it was then. */
    public ProviderName owner() {
        return owner;
    }

    /** When it has to be decided. */
    public long latest() {
        return latest;
    }

    /** What is decided so far. */
    public GateVerdict verdict() {
        return verdict;
    }

    /** Decides it. */
    public void close(GateVerdict decided) {
        verdict = decided;
    }

    /** Notes what the present rules say. */
    public void judged(Judgement<Guard> said) {
        judgement = said;
        judgedAt = use.session().rules().revision();
    }

    /** Whether the rules are still those it was judged by. */
    public boolean isUpToDate() {
        return judgedAt == use.session().rules().revision();
    }

    /** The gates that the rules name and that have not consented. */
    public List<Judgement.Gate<Guard>> missing() {
        List<Judgement.Gate<Guard>> missing = new ArrayList<>();
        for (Judgement.Gate<Guard> gate : judgement().gates()) {
            if (!consents.containsKey(new Consent(gate.owner(), gate.gateId()))) {
                missing.add(gate);
            }
        }
        return missing;
    }

    @SuppressWarnings("NullAway") // nothing is asked before it was judged
    public Judgement<Guard> judgement() {
        return judgement;
    }

    /** Notes that a gate lets the use pass, and perhaps what it has to say. */
    public void consented(Judgement.Gate<Guard> gate, Optional<String> context) {
        consents.put(new Consent(gate.owner(), gate.gateId()), context);
    }

    /** Notes that a gate lets the use pass if a person does. */
    public void wished(Judgement.Gate<Guard> gate, String reason) {
        consented(gate, Optional.empty());
        wishes.put(new Consent(gate.owner(), gate.gateId()), reason);
    }

    /** Notes what the tool itself shows, whose wish that is. */
    public void shows(Optional<UsePreview> shown) {
        preview = shown;
    }

    /** What the tool itself shows of this use, for a person. */
    public Optional<UsePreview> preview() {
        return preview;
    }

    /** Who wants a person to be asked and has had no answer: first by rules, then by gates. */
    public List<CallQuestion.Asker> askers() {
        List<CallQuestion.Asker> askers = new ArrayList<>();
        judgement().wishes().forEach(wish -> addAsker(askers, wish.owner(), wish.reason()));
        for (Judgement.Gate<Guard> gate : judgement().gates()) {
            String reason = wishes.get(new Consent(gate.owner(), gate.gateId()));
            if (reason != null) {
                addAsker(askers, gate.owner(), reason);
            }
        }
        return askers;
    }

    private void addAsker(List<CallQuestion.Asker> askers, Guard owner, String reason) {
        if (!agreement.askers().contains(owner.name())) {
            askers.add(new CallQuestion.Asker(owner.name(), owner.trust(), reason));
        }
    }

    /** A person agrees: it has to be decided anew until then, with all gates (U-120). */
    public void approve(CallQuestion question, long until) {
        agreement = agreement.with(question);
        consents.clear();
        wishes.clear();
        preview = Optional.empty();
        latest = until;
        verdict = new GateVerdict.Open(until);
    }

    /** What a person has agreed to. */
    public Agreement agreement() {
        return agreement;
    }

    /** What a gate that has consented had to say. */
    public Optional<String> contextOf(Judgement.Gate<Guard> gate) {
        return consents.getOrDefault(new Consent(gate.owner(), gate.gateId()), Optional.empty());
    }

    /** The questions without an answer, in the order of the rules. */
    public Map<CallId, GateQuestion> open() {
        return open;
    }

    /**
     * Gates have been asked.
     *
     * @param full whether they have all the time that a gate may have; only then may silence count as consent (D-162)
     */
    public void await(long deadline, boolean full) {
        verdict = new GateVerdict.Open(deadline);
        inFull = full;
    }

    /** All gates have consented, and a person is to be asked. */
    public void await(GateVerdict.ForPerson person) {
        verdict = person;
    }

    /** What a person is asked, if one is. */
    public Optional<CallQuestion> question() {
        return verdict.forPerson();
    }

    /** Whether the gates had all the time they may have. */
    public boolean hadItsTime() {
        return inFull;
    }

    /** The timer of its deadline, set by whoever asked. */
    public Timers.@Nullable Timer timer() {
        return timer;
    }

    public void setTimer(Timers.Timer deadline) {
        timer = deadline;
    }
}
