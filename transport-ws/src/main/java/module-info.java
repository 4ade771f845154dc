/** The provider port. No type of the WebSocket and HTTP libraries shows, but to our own app. */
@SuppressWarnings("module") // the app it exports to is compiled after it
module io.tapgateway.transport.ws {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.runtime;
    requires jakarta.websocket;
    requires java.logging;
    requires org.glassfish.grizzly;
    requires org.glassfish.grizzly.http;
    requires org.glassfish.grizzly.http.server;
    requires org.glassfish.tyrus.container.grizzly.server;
    requires org.glassfish.tyrus.core;
    requires org.glassfish.tyrus.server;
    requires org.glassfish.tyrus.spi;
    requires org.slf4j;

    exports io.tapgateway.transport.ws;
    exports io.tapgateway.transport.ws.http to
            io.tapgateway.app;
    exports io.tapgateway.transport.ws.text to
            io.tapgateway.app;
}
