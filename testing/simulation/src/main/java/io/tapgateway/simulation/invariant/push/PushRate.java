package io.tapgateway.simulation.invariant.push;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I-49: no second holds more accepted pushes of one budget in one session than are allowed. Confined to one simulation.
 */
public final class PushRate implements Invariant {
    private static final long SECOND = 1_000_000_000L;

    private record Budget(SessionId session, ExpectedCredential credential, String name) {}

    private final Check check = new Check("I-49");
    private final Map<Budget, Deque<Long>> accepted = new HashMap<>();
    private Optional<Budget> pushing = Optional.empty();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        if (cause instanceof Cause.SessionOpened opened) {
            accepted.keySet()
                    .removeIf(budget -> budget.session().equals(opened.info().id()));
        }
        pushing = reference
                .considered(cause)
                .filter(Push.class::isInstance)
                .map(Push.class::cast)
                .flatMap(push -> reference
                        .connection(((Cause.Arrived) cause).connection())
                        .binding()
                        .flatMap(binding -> budget(push, binding, reference)));
    }

    private static Optional<Budget> budget(Push push, BindingRecord binding, ReferenceModel reference) {
        Optional<SessionId> own = Optional.of(binding.scope()).filter(scope -> !scope.isAll());
        Optional<ExpectedCredential> credential =
                reference.connection(binding.connection()).credential();
        return own.or(() -> push.target().sessionId())
                .flatMap(session -> credential.map(
                        it -> new Budget(session, it, binding.identity().name().folded())));
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (pushing.isEmpty() || step.arrival().isEmpty()) {
            return;
        }
        boolean refused = step.sentTo(step.arrival().get().connection(), ErrorMessage.class).stream()
                .anyMatch(error -> !error.message().startsWith("stored"));
        Deque<Long> times = accepted.computeIfAbsent(pushing.get(), key -> new ArrayDeque<>());
        while (!times.isEmpty() && step.at() - times.peekFirst() >= SECOND) {
            times.removeFirst();
        }
        int most = reference.limits().get(Limit.PUSHES_PER_SECOND);
        if (times.size() >= most) {
            check.reached();
        }
        if (!refused) {
            times.addLast(step.at());
        }
        check.require(times.size() <= most, () -> times.size() + " pushes in a second of " + pushing);
    }
}
