package io.tapgateway.simulation.invariant.identity;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I-33: the same identity has the same id, however often it comes back, and no two share one. Confined to one
 * simulation.
 */
public final class ProviderIdentity implements Invariant {
    private final Check check = new Check("I-33");
    private final Map<String, ProviderId> idByIdentity = new HashMap<>();
    private final Map<ProviderId, String> identityById = new HashMap<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        Optional<Hello> hello = reference.connection(sent.connection()).hello();
        if (sent.message() instanceof HelloAck ack && hello.isPresent()) {
            String identity = ack.sessionId().orElse(SessionId.ALL) + "/"
                    + hello.get().identity().name().folded() + "/"
                    + hello.get().identity().instance();
            ProviderId known = idByIdentity.putIfAbsent(identity, ack.providerId());
            String other = identityById.putIfAbsent(ack.providerId(), identity);
            if (known != null) {
                check.reached();
            }
            check.require(
                    known == null || known.equals(ack.providerId()),
                    () -> identity + " was " + known + " and is " + ack.providerId());
            check.require(
                    other == null || other.equals(identity),
                    () -> ack.providerId() + " is " + identity + " as well as " + other);
        }
    }
}
