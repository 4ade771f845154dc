/** The contract: messages and their text, JSON values, trust, and the connection states of both ends. */
@SuppressWarnings("module") // those it exports to are compiled after it
module io.tapgateway.protocol {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires tools.jackson.core;

    exports io.tapgateway.protocol.codec;
    exports io.tapgateway.protocol.json;
    exports io.tapgateway.protocol.message;
    exports io.tapgateway.protocol.model;
    exports io.tapgateway.protocol.connection to
            io.tapgateway.runtime,
            io.tapgateway.provider;
    exports io.tapgateway.protocol.host to
            io.tapgateway.link,
            io.tapgateway.app;
    exports io.tapgateway.protocol.transport to
            io.tapgateway.runtime,
            io.tapgateway.provider,
            io.tapgateway.transport.local,
            io.tapgateway.transport.ws,
            io.tapgateway.link,
            io.tapgateway.user,
            io.tapgateway.agentserver,
            io.tapgateway.programs,
            io.tapgateway.mcp.protocol,
            io.tapgateway.mcp.provider,
            io.tapgateway.provider.ws;
}
