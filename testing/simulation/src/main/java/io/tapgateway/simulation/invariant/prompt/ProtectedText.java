package io.tapgateway.simulation.invariant.prompt;

import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * I-52: whatever providers add, the host's own text of a protected section stands in every prompt in one piece,
 * unchanged and last; nobody is asked about it. Confined to one simulation.
 */
public final class ProtectedText implements Invariant {
    private static final Set<String> PROTECTED = Set.of("safety", "identity");

    private final Check check = new Check("I-52");
    private final Map<Integer, Map<String, String>> asked = new HashMap<>();

    @Override
    public Check check() {
        return check;
    }

    static boolean isProtected(String section) {
        return PROTECTED.contains(section.strip().toLowerCase(Locale.ROOT));
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        if (cause instanceof Cause.PromptAsked prompt) {
            asked.put(prompt.prompt(), prompt.sections());
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        boolean guarded = sent.message() instanceof TransformRequest request && isProtected(request.section());
        check.require(!guarded, () -> "somebody was asked to rewrite a protected section: " + sent);
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Assembled assembled) {
                Map<String, String> sections = asked.getOrDefault(assembled.prompt(), Map.of());
                sections.forEach((name, own) -> check(name, own, assembled));
            }
        }
    }

    private void check(String name, String own, Consequence.Assembled assembled) {
        String shown = assembled.assembly().sections().getOrDefault(name, "");
        if (!isProtected(name)) {
            return;
        }
        if (!shown.equals(own)) {
            check.reached();
        }
        check.require(
                shown.equals(own) || shown.endsWith("\n" + own),
                () -> "'" + own + "' of section " + name + " became '" + shown + "'");
    }
}
