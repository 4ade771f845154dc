/** A gateway in a Spring Boot application, whose beans lend it their methods. */
@SuppressWarnings("requires-automatic") // Spring and Micrometer only name their modules
module io.tapgateway.spring {
    requires static transitive org.jspecify;
    requires transitive io.tapgateway.transport.local;
    requires io.tapgateway.telemetry;
    requires static io.tapgateway.transport.ws;
    requires spring.aop;
    requires spring.beans;
    requires spring.boot;
    requires spring.boot.autoconfigure;
    requires spring.context;
    requires spring.core;
    requires static spring.boot.health;
    requires static micrometer.core;

    exports io.tapgateway.spring;

    // Spring makes what is configured there.
    opens io.tapgateway.spring to
            spring.beans,
            spring.boot,
            spring.context,
            spring.core;
}
