/** An agent that speaks the Model Context Protocol as the host of a session. */
module io.tapgateway.mcp.session {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires transitive io.tapgateway.mcp.protocol;
    requires transitive io.tapgateway.user;
    requires org.slf4j;

    exports io.tapgateway.mcp.session;
}
