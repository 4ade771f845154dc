package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** Why nobody has to approve a use any more that somebody was asked about (U-102). */
@MayChange
public enum ApprovalWithdrawal {
    /** Whoever has asked for the use does not want it any more. */
    CANCELLED,
    /** The time is over that whoever has asked for it wants to wait. */
    EXPIRED,
    /** The user has stopped what the session does. */
    INTERRUPTED,
    /** The session ends, or has ended. */
    ENDED
}
