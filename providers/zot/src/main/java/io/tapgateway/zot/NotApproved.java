package io.tapgateway.zot;

import java.io.IOException;
import java.io.Serial;

/** A program is not started because it is not what a person has approved (Z-024, Z-025). Immutable. */
public final class NotApproved extends IOException {
    @Serial
    private static final long serialVersionUID = 1;

    /** @param message why, for people: what has changed, and how to approve it */
    public NotApproved(String message) {
        super(message);
    }
}
