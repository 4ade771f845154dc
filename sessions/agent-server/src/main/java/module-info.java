/** Models at work in a directory, for clients that speak the protocol of agent-coworker. */
@SuppressWarnings("module") // the app it exports to is compiled after it
module io.tapgateway.agentserver {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.model;
    requires org.slf4j;

    exports io.tapgateway.agentserver;
    exports io.tapgateway.agentserver.coworker;
}
