package io.tapgateway.provider;

/** What a provider proves itself with. Never shows a token. */
public final class Credentials {
    private Credentials() {}
}
