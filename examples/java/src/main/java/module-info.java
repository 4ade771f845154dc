/** The examples as an embedder has them: a module that sees what the gateway's modules export. */
@SuppressWarnings("requires-automatic") // LangChain4j describes no modules
module io.tapgateway.examples {
    requires static org.jspecify;
    requires io.tapgateway.link;
    requires io.tapgateway.provider.ws;
    requires io.tapgateway.transport.local;
    requires io.tapgateway.transport.ws;
    requires langchain4j;
    requires langchain4j.core;

    // Arguments and results of tools are records of ours, which the SDK makes and reads.
    opens io.tapgateway.examples.greeter to
            io.tapgateway.provider;
    opens io.tapgateway.examples.log to
            io.tapgateway.provider;
    opens io.tapgateway.examples.notes to
            io.tapgateway.provider;
    opens io.tapgateway.examples.provider to
            io.tapgateway.provider;
    opens io.tapgateway.examples.todos to
            io.tapgateway.provider;
}
