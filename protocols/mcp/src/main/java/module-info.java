/** Messages and framing of the Model Context Protocol. */
module io.tapgateway.mcp.protocol {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.protocol;

    exports io.tapgateway.mcp.protocol;
    exports io.tapgateway.mcp.protocol.http;
    exports io.tapgateway.mcp.protocol.oauth;
}
