/** Models at work in directories, for clients that speak the protocol of agent-coworker or of Copilot Anywhere. */
@SuppressWarnings("module") // the app it exports to is compiled after it
module io.tapgateway.agentserver {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.model;
    requires transitive io.tapgateway.workspace;
    requires org.slf4j;

    exports io.tapgateway.agentserver;
    exports io.tapgateway.agentserver.anywhere;
    exports io.tapgateway.agentserver.coworker;
}
