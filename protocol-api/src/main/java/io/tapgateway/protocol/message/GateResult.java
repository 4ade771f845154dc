package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.UsePreview;
import java.util.Optional;

/**
 * {@code gate.result}: a gate's decision about one call. Immutable.
 *
 * @param reason why, for the agent; with {@link Decision#CONTEXT} the context, with {@link Decision#ASK} what the
 *     person is told
 * @param preview with {@link Decision#ASK}: what a tool of a provider in the gateway's process says of its use; no
 *     message on a wire has it
 */
public record GateResult(
        CallId callId,
        GateId gateId,
        Decision decision,
        Optional<String> reason,
        @MayChange Optional<UsePreview> preview)
        implements ProviderMessage {

    /** A decision that shows nothing. */
    public GateResult(CallId callId, GateId gateId, Decision decision, Optional<String> reason) {
        this(callId, gateId, decision, reason, Optional.empty());
    }

    /** What the gate decided. */
    public enum Decision {
        ALLOW,
        DENY,
        /** Allow, and give the reason to the agent as context. */
        CONTEXT,
        /** Have a person decide (U-121). */
        ASK
    }

    @Override
    public MessageType type() {
        return MessageType.GATE_RESULT;
    }

    @Override
    public Correlation correlation() {
        return Correlation.ofQuestion(callId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onGateResult(this);
    }
}
