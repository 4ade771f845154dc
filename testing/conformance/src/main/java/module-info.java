/** What a gateway and a provider must do, as cases that are played over the network. */
module io.tapgateway.conformance {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires io.tapgateway.testkit;
    requires io.tapgateway.transport.ws;
    requires java.net.http;

    exports io.tapgateway.conformance;
    exports io.tapgateway.conformance.driver;
    exports io.tapgateway.conformance.provider;
}
