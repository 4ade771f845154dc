package io.tapgateway.provider.hook;

import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.UsePreview;
import java.util.Optional;

/**
 * What a gate says about a call. Immutable.
 *
 * @param reason for the agent; for the person, where one is to be asked
 * @param preview what that person is shown beside the arguments
 */
public record GateDecision(
        GateResult.Decision decision,
        Optional<String> reason,
        @MayChange Optional<UsePreview> preview) {
    private static final GateDecision ALLOW = new GateDecision(GateResult.Decision.ALLOW, Optional.empty());

    /** A decision that shows nothing. */
    public GateDecision(GateResult.Decision decision, Optional<String> reason) {
        this(decision, reason, Optional.empty());
    }

    /** The call may go ahead. */
    public static GateDecision allow() {
        return ALLOW;
    }

    /** The call must not happen. */
    public static GateDecision deny(String reason) {
        return new GateDecision(GateResult.Decision.DENY, Optional.of(reason));
    }

    /**
     * A person has to decide; without one the call is denied (U-121).
     *
     * @param reason what the person is told, beside the tool and its arguments
     */
    public static GateDecision ask(String reason) {
        return new GateDecision(GateResult.Decision.ASK, Optional.of(reason));
    }

    /**
     * A person has to decide, who is shown more than the arguments; from a {@link ToolApproval}.
     *
     * @param reason what the person is told
     */
    @MayChange
    public static GateDecision ask(String reason, UsePreview preview) {
        return new GateDecision(GateResult.Decision.ASK, Optional.of(reason), Optional.of(preview));
    }

    /** The call may go ahead, and the agent is told something along with it. */
    public static GateDecision context(String text) {
        return new GateDecision(GateResult.Decision.CONTEXT, Optional.of(text));
    }
}
