package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I-21: who asks for more than they may is told so, once, and nothing else comes of it; only a rebind costs the old
 * binding. Confined to one simulation.
 */
public final class Rights implements Invariant {
    /** What is found before anybody asks for rights. */
    private static final Set<ErrorCode> EARLIER =
            Set.of(ErrorCode.RATE_LIMITED, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.INVALID_JSON);

    private final Check check = new Check("I-21");
    private Optional<ProviderMessage> forbidden = Optional.empty();
    private boolean bound;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        forbidden = reference.considered(cause).filter(message -> {
            ConnectionRecord connection = reference.connection(((Cause.Arrived) cause).connection());
            bound = connection.phase() == Phase.BOUND;
            NeededCapabilities needs = new NeededCapabilities(
                    connection.binding().map(it -> it.identity().name().folded()));
            return connection
                    .credential()
                    .filter(credential -> needs.exceed(message, credential))
                    .isPresent();
        });
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (forbidden.isEmpty()) {
            return;
        }
        long connection = step.arrival().orElseThrow().connection();
        if (reference.isWorn(reference.connection(connection))) {
            return;
        }
        List<ErrorMessage> errors = step.sentTo(connection, ErrorMessage.class);
        check.require(errors.size() == 1, () -> forbidden + " was answered with " + step.sent());
        ErrorCode code = errors.get(0).code();
        if (code == ErrorCode.UNAUTHORIZED) {
            check.reached();
        }
        boolean notOffered = forbidden.get() instanceof HooksUpdate && code == ErrorCode.UNKNOWN_TYPE;
        check.require(
                code == ErrorCode.UNAUTHORIZED || EARLIER.contains(code) || notOffered,
                () -> forbidden + " was refused as " + errors.get(0));
        boolean rebind = bound && forbidden.get() instanceof Hello;
        check.require(rebind || step.before().equals(step.after()), () -> forbidden + " changed the gateway");
        check.require(
                rebind || step.consequences().size() == 1, () -> forbidden + " was followed by " + step.consequences());
    }
}
