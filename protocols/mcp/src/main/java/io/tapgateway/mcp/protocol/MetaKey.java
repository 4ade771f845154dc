package io.tapgateway.mcp.protocol;

/** The members of {@code _meta} that the protocol itself has since messages stand by themselves. Stateless. */
final class MetaKey {
    static final String PROTOCOL_VERSION = of("protocolVersion");
    static final String CLIENT_INFO = of("clientInfo");
    static final String CLIENT_CAPABILITIES = of("clientCapabilities");
    static final String SERVER_INFO = of("serverInfo");
    static final String LOG_LEVEL = of("logLevel");
    static final String SUBSCRIPTION = of("subscriptionId");

    private MetaKey() {}

    private static String of(String name) {
        return "io.modelcontextprotocol/" + name;
    }

    /** Where such a member stands in the parameters of a request, as a JSON pointer. */
    static String pointer(String key) {
        return "/_meta/" + key.replace("/", "~1");
    }
}
