package io.tapgateway.mcp.protocol.oauth;

/** Nobody can log in like that. The message is for people, and has no secret in it. Immutable. */
public final class OauthFault extends Exception {
    private static final long serialVersionUID = 1L;

    public OauthFault(String message) {
        super(message);
    }
}
