package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Update;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * I-36: every update that asks for it is acknowledged once for each of its sessions, or refused once, never both.
 * Confined to one simulation.
 */
public final class Acknowledgement implements Invariant {
    private final Check check = new Check("I-36");

    @Override
    public Check check() {
        return check;
    }

    private @Nullable RequestId request;
    private List<SessionId> expected = List.of();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        request = null;
        if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            if (connection.phase() == Phase.BOUND && !connection.isUndecided() && !reference.isMuffled(connection)) {
                BindingRecord binding = connection.binding().orElseThrow();
                arrived.message().flatMap(Update::of).ifPresent(it -> expect(it, binding, reference));
                arrived.message(SessionReady.class).ifPresent(it -> {
                    request = it.requestId().orElse(null);
                    expected = List.of(it.sessionId());
                });
            }
        }
    }

    private void expect(Update update, BindingRecord binding, ReferenceModel reference) {
        request = update.requestId().orElse(null);
        expected = reference.bindings().targets(binding, update.sessionId()).stream()
                .map(SessionRecord::id)
                .toList();
        if (expected.isEmpty() && binding.scope().isAll()) {
            expected = List.of(SessionId.ALL);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        RequestId asked = request;
        if (asked == null) {
            return;
        }
        check.reached();
        long connection = step.arrival().orElseThrow().connection();
        List<SessionId> acknowledged = step.sentTo(connection, Ack.class).stream()
                .filter(ack -> ack.requestId().equals(asked))
                .map(Ack::sessionId)
                .toList();
        long refusals = step.sentTo(connection, ErrorMessage.class).stream()
                .filter(error -> error.about().correlation().requestId().equals(Optional.of(asked.value())))
                .count();
        boolean once = refusals == 1 ? acknowledged.isEmpty() : refusals == 0 && acknowledged.equals(expected);
        check.require(
                once, () -> asked + " for " + expected + " got " + refusals + " errors and acks for " + acknowledged);
    }
}
