package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/**
 * What a host may do about the person at its session, wherever the gateway is: ask, and be where that person sits.
 * Thread-safe; never blocks.
 */
@MayChange
public interface UserAccess {
    /**
     * Asks the person what somebody wants to know. Where nobody is attached who could be shown all of it, the end is
     * there at once or after the question's time for that, and it is no answer.
     */
    Awaited<UserAnswer> ask(UserQuestion question);

    /** A person may sit there from now on; what is open and can be shown there is opened there. */
    Attachment attach(Surface surface);
}
