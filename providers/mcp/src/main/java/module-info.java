/** Servers of the Model Context Protocol as providers of a session. */
module io.tapgateway.mcp.provider {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.provider;
    requires transitive io.tapgateway.programs;
    requires io.tapgateway.runtime;
    requires transitive io.tapgateway.mcp.protocol;
    requires transitive java.net.http;
    requires org.slf4j;

    exports io.tapgateway.mcp.provider;
}
