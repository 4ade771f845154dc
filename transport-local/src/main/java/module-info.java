/** Providers in the gateway's own process. */
module io.tapgateway.transport.local {
    requires static transitive org.jspecify;
    requires transitive io.tapgateway.runtime;
    requires transitive io.tapgateway.provider;
    requires org.slf4j;

    exports io.tapgateway.transport.local;
}
