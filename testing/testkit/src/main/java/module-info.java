/** Virtual time, scripted peers, transcripts and the contract of transports. */
module io.tapgateway.testkit {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires static transitive org.junit.jupiter.api; // for contracts, which tests run
    requires static org.assertj.core;
    requires jdk.httpserver; // for models that answer as scripted

    exports io.tapgateway.testkit;
    exports io.tapgateway.testkit.transcript;
    exports io.tapgateway.testkit.transport;
}
