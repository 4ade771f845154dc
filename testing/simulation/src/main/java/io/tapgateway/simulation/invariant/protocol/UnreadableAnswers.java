package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * I-42: a frame nobody can read fails the call it names, or the only one that is pending, or ends a connection on
 * which it might be the answer to several. Confined to one simulation.
 */
public final class UnreadableAnswers implements Invariant {
    private final Check check = new Check("I-42");

    @Override
    public Check check() {
        return check;
    }

    private enum Law {
        NOT_CONCERNED,
        NONE_FAILS,
        ONE_FAILS,
        ALL_FAIL
    }

    private Law law = Law.NOT_CONCERNED;
    private ToolErrorCode codeOfOne = ToolErrorCode.INTERNAL;
    private @Nullable CallRecord named;
    private List<CallRecord> live = List.of();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        law = Law.NOT_CONCERNED;
        named = null;
        live = List.of();
        if (cause instanceof Cause.Arrived arrived
                && arrived.frame() instanceof Decoded.Malformed<ProviderMessage> frame
                && !frame.code().fatal()) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            if (connection.phase() == Phase.BOUND && !connection.isUndecided()) {
                live = connection.unanswered().values().stream()
                        .filter(call -> !call.isDone())
                        .toList();
                law = law(connection, frame, reference);
                codeOfOne = frame.code() == ErrorCode.PAYLOAD_TOO_LARGE
                        ? ToolErrorCode.PAYLOAD_TOO_LARGE
                        : ToolErrorCode.INTERNAL;
            }
        }
    }

    private Law law(ConnectionRecord connection, Decoded.Malformed<ProviderMessage> frame, ReferenceModel reference) {
        Optional<MessageType> type = frame.type().flatMap(MessageType::of);
        if (type.isPresent() && type.get() != MessageType.TOOL_RESULT) {
            return Law.NONE_FAILS;
        }
        Optional<CallId> id = frame.correlation()
                .id()
                .filter(it -> !it.isEmpty() && it.length() <= CallId.MAX_LENGTH)
                .map(CallId::new);
        CallRecord call = id.map(connection.unanswered()::get).orElse(null);
        if (call != null) {
            named = call.isDone() ? null : call;
            return call.isDone() ? Law.NONE_FAILS : Law.ONE_FAILS;
        }
        if (id.filter(it -> connection.remembers(it, reference.now(), reference.limits()))
                        .isPresent()
                || live.isEmpty()) {
            return Law.NONE_FAILS;
        }
        named = live.get(0);
        return live.size() == 1 ? Law.ONE_FAILS : Law.ALL_FAIL;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (law == Law.NOT_CONCERNED) {
            return;
        }
        long connection = step.arrival().orElseThrow().connection();
        boolean worn = reference.connection(connection).recentViolations(step.at())
                > reference.limits().get(Limit.VIOLATIONS_PER_MINUTE);
        if (worn) {
            return;
        }
        if (!live.isEmpty()) {
            check.reached();
        }
        List<CallRecord> ended = live.stream().filter(CallRecord::isDone).toList();
        switch (law) {
            case NOT_CONCERNED -> {}
            case NONE_FAILS -> check.require(ended.isEmpty(), () -> "no call was concerned, but these ended: " + ended);
            case ONE_FAILS -> {
                CallRecord one = named;
                check.require(
                        one != null && ended.equals(List.of(one)),
                        () -> one + " was concerned, but these ended: " + ended);
                requireCode(ended, codeOfOne);
            }
            case ALL_FAIL -> {
                check.require(ended.equals(live), () -> "any of " + live + " was concerned, but these ended: " + ended);
                check.require(step.closed(connection), () -> "the connection goes on although an answer was lost");
                requireCode(ended, ToolErrorCode.DISCONNECTED);
            }
        }
    }

    private void requireCode(List<CallRecord> calls, ToolErrorCode code) {
        for (CallRecord call : calls) {
            check.require(
                    call.outcome().filter(it -> it.failedWith(code)).isPresent(),
                    () -> call + " ended as " + call.outcome() + " instead of " + code);
        }
    }
}
