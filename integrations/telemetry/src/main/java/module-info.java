/** Calls as spans and meters; whoever wants the one need not have the library of the other. */
@SuppressWarnings("requires-automatic") // both libraries only name their modules
module io.tapgateway.telemetry {
    requires static transitive org.jspecify;
    requires transitive io.tapgateway.runtime;
    requires static io.opentelemetry.api;
    requires static io.opentelemetry.context;
    requires static micrometer.core;

    exports io.tapgateway.telemetry;
}
