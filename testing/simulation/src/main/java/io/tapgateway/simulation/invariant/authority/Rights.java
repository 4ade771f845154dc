package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I-21: who asks for more than they may is told so, once, and nothing else comes of it; only a rebind costs the old binding.
 * Confined to one simulation.
 */
public final class Rights implements Invariant {
    /** What is found before anybody asks for rights. */
    private static final Set<ErrorCode> EARLIER =
            Set.of(ErrorCode.RATE_LIMITED, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.INVALID_JSON);

    private final Judge judge = new Judge("I-21");
    private Optional<ProviderMessage> forbidden = Optional.empty();
    private boolean bound;

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        forbidden = chronicle.considered(cause).filter(message -> {
            ConnectionRecord connection = chronicle.connection(((Cause.Arrived) cause).connection());
            bound = connection.phase() == Phase.BOUND;
            Needs needs = new Needs(
                    connection.binding().map(it -> it.identity().name().folded()));
            return connection
                    .credential()
                    .filter(credential -> needs.exceed(message, credential))
                    .isPresent();
        });
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (forbidden.isEmpty()) {
            return;
        }
        long connection = step.arrival().orElseThrow().connection();
        if (chronicle.isWorn(chronicle.connection(connection))) {
            return;
        }
        List<ErrorMessage> errors = step.sentTo(connection, ErrorMessage.class);
        judge.require(errors.size() == 1, () -> forbidden + " was answered with " + step.sent());
        ErrorCode code = errors.get(0).code();
        if (code == ErrorCode.UNAUTHORIZED) {
            judge.reached();
        }
        boolean notOffered = forbidden.get() instanceof HooksUpdate && code == ErrorCode.UNKNOWN_TYPE;
        judge.require(
                code == ErrorCode.UNAUTHORIZED || EARLIER.contains(code) || notOffered,
                () -> forbidden + " was refused as " + errors.get(0));
        boolean rebind = bound && forbidden.get() instanceof Hello;
        judge.require(rebind || step.before().equals(step.after()), () -> forbidden + " changed the gateway");
        judge.require(
                rebind || step.consequences().size() == 1, () -> forbidden + " was followed by " + step.consequences());
    }
}
