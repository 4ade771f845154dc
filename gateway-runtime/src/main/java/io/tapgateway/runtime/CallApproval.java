package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;

/**
 * What a person, or somebody in a person's stead, says to a {@link CallQuestion}. Immutable.
 *
 * @param refusal why the tool must not be used, one sentence or more for the agent, of which 4 KiB are kept; empty if
 *     it may be used in exactly the way that was asked about, as long as rules and gates still let it
 * @param by where that was said, as the end of "approved …", such as {@code in the console}; for people only
 */
@MayChange
public record CallApproval(Optional<String> refusal, Optional<String> by) {
    /** Yes. */
    public static final CallApproval APPROVED = new CallApproval(Optional.empty(), Optional.empty());

    /** No, because there is nobody to ask (U-103). */
    public static final CallApproval ABSENT = denied("Nobody is there who could approve it.");

    /**
     * No.
     *
     * @param why one sentence or more, for the agent; say whose no it is
     */
    public static CallApproval denied(String why) {
        return new CallApproval(Optional.of(why), Optional.empty());
    }

    /** The same, said there. */
    public CallApproval by(String place) {
        return new CallApproval(refusal, Optional.of(place));
    }
}
