package io.tapgateway.runtime;

/** What becomes of the rules of a provider whose connection is lost (D-084). Immutable. */
public enum GateLoss {
    /** They deny for 30 seconds what they concern, in which the provider may come back; then they are removed. */
    HOLD_WINDOW,
    /** They deny what they concern until the provider comes back or the session ends. */
    HOLD_SESSION,
    /** They are removed at once: what the provider guarded is open. */
    REMOVE
}
