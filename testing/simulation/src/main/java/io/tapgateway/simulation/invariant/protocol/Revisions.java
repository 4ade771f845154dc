package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Update;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I-37: the revision of a provider's state in a session grows by one with every change, without gap or reset.
 * Confined to one simulation.
 */
public final class Revisions implements Invariant {
    private final Check check = new Check("I-37");

    @Override
    public Check check() {
        return check;
    }

    private boolean update;
    private @Nullable SessionId ready;
    private Set<SessionId> present = Set.of();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        update = false;
        ready = null;
        present = Set.of();
        if (cause instanceof Cause.Arrived arrived) {
            update = arrived.message().flatMap(Update::of).isPresent();
            ready = arrived.message(SessionReady.class)
                    .map(SessionReady::sessionId)
                    .orElse(null);
            present = reference
                    .connection(arrived.connection())
                    .binding()
                    .map(it -> Set.copyOf(it.tools().keySet()))
                    .orElse(Set.of());
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (reference.connection(sent.connection()).isCatchingUp()) {
            return;
        }
        if (sent.message() instanceof HelloAck ack) {
            bound(ack, reference);
        } else if (sent.message() instanceof Ack ack) {
            reference
                    .connection(sent.connection())
                    .binding()
                    .ifPresent(binding -> acknowledged(ack, binding, reference));
        }
    }

    private void bound(HelloAck ack, ReferenceModel reference) {
        ack.sessionId()
                .flatMap(reference::session)
                .ifPresent(session -> session.revision(ack.providerId()).ifPresent(before -> {
                    check.reached();
                    long actual = ack.revision().orElse(0);
                    check.require(actual == before + 1, () -> "hello.ack says revision " + actual + " after " + before);
                }));
    }

    private void acknowledged(Ack ack, BindingRecord binding, ReferenceModel reference) {
        boolean changes = update || (ack.sessionId().equals(ready) && !present.contains(ack.sessionId()));
        if (!update && !ack.sessionId().equals(ready)) {
            return;
        }
        reference
                .session(ack.sessionId())
                .flatMap(session -> session.revision(binding.providerId()))
                .ifPresent(before -> {
                    check.reached();
                    long expected = changes ? before + 1 : before;
                    check.require(
                            ack.revision() == expected,
                            () -> "an ack says revision " + ack.revision() + " instead of " + expected);
                });
    }
}
