/** The gateway. {@code core} and {@code loop} are exported to nobody. */
// Those it exports to are compiled after it; RE2/J describes no module.
@SuppressWarnings({"module", "requires-automatic"})
module io.tapgateway.runtime {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.protocol;
    requires com.google.common;
    requires re2j;
    requires org.slf4j;

    exports io.tapgateway.runtime;
    exports io.tapgateway.runtime.filter;
    exports io.tapgateway.runtime.text;
    exports io.tapgateway.runtime.transport;
    exports io.tapgateway.runtime.system to
            io.tapgateway.link,
            io.tapgateway.app,
            io.tapgateway.programs,
            io.tapgateway.agentserver,
            io.tapgateway.transport.ws;
    exports io.tapgateway.runtime.thread to
            io.tapgateway.app,
            io.tapgateway.link,
            io.tapgateway.transport.ws,
            io.tapgateway.programs,
            io.tapgateway.model,
            io.tapgateway.mcp.provider,
            io.tapgateway.mcp.session,
            io.tapgateway.agentserver,
            io.tapgateway.workspace,
            io.tapgateway.zot;
    exports io.tapgateway.runtime.view to
            io.tapgateway.conformance,
            io.tapgateway.link,
            io.tapgateway.app;
}
