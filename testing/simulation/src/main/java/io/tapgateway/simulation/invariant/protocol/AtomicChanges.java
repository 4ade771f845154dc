package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Update;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * I-35: a message that is answered with an error leaves everything as it was; only a rebind that had begun takes
 * the old binding with it. Confined to one simulation.
 */
public final class AtomicChanges implements Invariant {
    private final Check check = new Check("I-35");

    @Override
    public Check check() {
        return check;
    }

    private @Nullable BindingRecord bound;
    private boolean undecided;

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        bound = null;
        undecided = false;
        if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            bound = connection.binding().orElse(null);
            undecided = connection.isUndecided();
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (undecided || step.arrival().flatMap(Cause.Arrived::message).isEmpty()) {
            return;
        }
        long id = step.arrival().get().connection();
        List<ErrorMessage> errors = step.sentTo(id, ErrorMessage.class);
        if (errors.isEmpty() || step.closed(id)) {
            return;
        }
        ConnectionRecord connection = reference.connection(id);
        boolean isUpdate = step.arrival()
                .flatMap(Cause.Arrived::message)
                .filter(AtomicChanges::isChange)
                .isPresent();
        boolean begun = bound != null && connection.phase() == Phase.UNBOUND;
        if (isUpdate && begun) {
            check.reached();
            checkRebind(bound, step, reference);
        } else if (isUpdate) {
            check.reached();
            check.require(step.before().equals(step.after()), () -> "a refused message changed the gateway: " + errors);
        }
    }

    private static boolean isChange(ProviderMessage message) {
        return message instanceof Hello
                || message instanceof SessionReady
                || Update.of(message).isPresent();
    }

    private static boolean isNamed(ProviderView view, BindingRecord binding) {
        return view.identity()
                .filter(it ->
                        it.name().folded().equals(binding.identity().name().folded()))
                .isPresent();
    }

    private void checkRebind(@Nullable BindingRecord old, Step step, ReferenceModel reference) {
        if (old == null
                || step.only(Consequence.Noticed.class).stream()
                        .anyMatch(it -> it.notice() instanceof HostNotice.Ended)) {
            return;
        }
        for (Snapshot.SessionState session : step.after().sessions()) {
            Set<String> expected = new TreeSet<>(step.before().toolNames(session.id()));
            expected.removeAll(old.tools().getOrDefault(session.id(), Map.of()).keySet());
            expected.remove(old.listName());
            expected.addAll(reference.bindings().toolNames(session.id()));
            Set<String> actual = step.after().toolNames(session.id());
            check.require(
                    actual.equals(expected),
                    () -> "after a failed rebind " + session.id() + " has " + actual + " instead of " + expected);
        }
        List<ProviderView> others = new ArrayList<>(step.after().providers());
        // Calls that waited may have been passed on to others of the same name (D-158).
        others.removeIf(it -> it.state().equals("Unbound") || isNamed(it, old));
        check.require(step.before().providers().containsAll(others), () -> "a failed rebind changed another provider");
    }
}
