/** What agents ask by their hooks, as questions to a session and answers in the words of each agent. */
module io.tapgateway.agents {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;

    exports io.tapgateway.agents;
}
