package io.tapgateway.runtime;

/**
 * What an embedder settles about rules, for all sessions. Immutable.
 *
 * @param gateLoss what becomes of the rules of lost providers (D-084)
 * @param strictNewSessions whether the rules of providers that are bound to all sessions deny in a new one until they
 *     are ready there (D-175)
 */
public record HookPolicy(GateLoss gateLoss, boolean strictNewSessions) {
    /** What holds unless an embedder says otherwise. */
    public static final HookPolicy STANDARD = new HookPolicy(GateLoss.HOLD_WINDOW, false);
}
