package io.tapgateway.provider;

/** What a provider contributes to its sessions. Immutable. */
public final class Provider {
    private Provider() {}
}
