/** Providers that reach a gateway in another process. */
module io.tapgateway.provider.ws {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.provider;
    requires java.net.http;
    requires org.slf4j;

    exports io.tapgateway.provider.ws;
}
