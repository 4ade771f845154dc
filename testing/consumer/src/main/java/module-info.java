/** An embedder, as it is elsewhere. */
module org.example.consumer {
    requires io.tapgateway.provider.ws;
    requires io.tapgateway.transport.local;
    requires io.tapgateway.transport.ws;

    opens org.example.consumer to
            io.tapgateway.provider;
}
