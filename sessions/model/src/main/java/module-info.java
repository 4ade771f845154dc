/** A language model as the agent of a session. */
@SuppressWarnings("requires-automatic") // LangChain4j describes no modules
module io.tapgateway.model {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires transitive io.tapgateway.user;
    requires transitive java.net.http;
    requires langchain4j.core;
    requires langchain4j.http.client;
    requires langchain4j.open.ai;
    requires com.fasterxml.jackson.core;
    requires org.slf4j;

    exports io.tapgateway.model;
    exports io.tapgateway.model.openai;
}
