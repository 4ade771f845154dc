/** Providers, written once and run over any transport. */
@SuppressWarnings("module") // those it exports to are compiled after it
module io.tapgateway.provider {
    requires static transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires transitive io.tapgateway.protocol;

    exports io.tapgateway.provider;
    exports io.tapgateway.provider.hook;
    exports io.tapgateway.provider.schema;
    exports io.tapgateway.provider.connection to
            io.tapgateway.transport.local,
            io.tapgateway.provider.ws;
}
