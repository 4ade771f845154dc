package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * I-29: an event of a session reaches, once, everybody who is bound there, asked for it and may have it, and nobody
 * else. Confined to one simulation.
 */
public final class EventVisibility implements Invariant {
    private final Check check = new Check("I-29");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        List<Long> told = told(step);
        if (!(step.cause() instanceof Cause.Published published)) {
            check.require(told.isEmpty(), () -> "nothing happened, but there was an event for " + told);
            return;
        }
        List<Long> expected = reference.bindings().live().stream()
                .filter(binding -> mayHear(binding, published, reference))
                .map(BindingRecord::connection)
                .sorted()
                .toList();
        if (!reference.bindings().live().isEmpty()) {
            check.reached();
        }
        check.require(told.equals(expected), () -> published + " reached " + told + " instead of " + expected);
        step.sent().forEach(sent -> {
            boolean own = !(sent.message() instanceof SessionEvent event)
                    || (event.sessionId().equals(published.session())
                            && event.event().equals(published.event()));
            check.require(own, () -> published + " was passed on as " + sent);
        });
    }

    private static List<Long> told(Step step) {
        List<Long> told = new ArrayList<>();
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof SessionEvent) {
                told.add(sent.connection());
            }
        }
        Collections.sort(told);
        return told;
    }

    private static boolean mayHear(BindingRecord binding, Cause.Published published, ReferenceModel reference) {
        Optional<ExpectedCredential> credential =
                reference.connection(binding.connection()).credential();
        // No event of a model host says which tool it is about, so that it is nobody's own.
        boolean trusted = credential
                .filter(it ->
                        it.kind() != ExpectedCredential.Kind.DISCOVERED && it.kind() != ExpectedCredential.Kind.PAIRED)
                .isPresent();
        return trusted
                && binding.tools().containsKey(published.session())
                && binding.subscriptions().contains(published.event());
    }
}
