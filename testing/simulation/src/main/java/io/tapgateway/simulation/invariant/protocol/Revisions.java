package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Binding;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Update;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I-37: the revision of a provider's state in a session grows by one with every change, without gap or reset.
 * Confined to one simulation.
 */
public final class Revisions implements Invariant {
    private final Judge judge = new Judge("I-37");

    @Override
    public Judge judge() {
        return judge;
    }

    private boolean update;
    private @Nullable SessionId ready;
    private Set<SessionId> present = Set.of();

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        update = false;
        ready = null;
        present = Set.of();
        if (cause instanceof Cause.Arrived arrived) {
            update = arrived.message().flatMap(Update::of).isPresent();
            ready = arrived.message(SessionReady.class)
                    .map(SessionReady::sessionId)
                    .orElse(null);
            present = chronicle
                    .connection(arrived.connection())
                    .binding()
                    .map(it -> Set.copyOf(it.tools().keySet()))
                    .orElse(Set.of());
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (chronicle.connection(sent.connection()).isCatchingUp()) {
            return;
        }
        if (sent.message() instanceof HelloAck ack) {
            bound(ack, chronicle);
        } else if (sent.message() instanceof Ack ack) {
            chronicle
                    .connection(sent.connection())
                    .binding()
                    .ifPresent(binding -> acknowledged(ack, binding, chronicle));
        }
    }

    private void bound(HelloAck ack, Chronicle chronicle) {
        ack.sessionId()
                .flatMap(chronicle::session)
                .ifPresent(session -> session.revision(ack.providerId()).ifPresent(before -> {
                    judge.reached();
                    long actual = ack.revision().orElse(0);
                    judge.require(actual == before + 1, () -> "hello.ack says revision " + actual + " after " + before);
                }));
    }

    private void acknowledged(Ack ack, Binding binding, Chronicle chronicle) {
        boolean changes = update || (ack.sessionId().equals(ready) && !present.contains(ack.sessionId()));
        if (!update && !ack.sessionId().equals(ready)) {
            return;
        }
        chronicle
                .session(ack.sessionId())
                .flatMap(session -> session.revision(binding.providerId()))
                .ifPresent(before -> {
                    judge.reached();
                    long expected = changes ? before + 1 : before;
                    judge.require(
                            ack.revision() == expected,
                            () -> "an ack says revision " + ack.revision() + " instead of " + expected);
                });
    }
}
