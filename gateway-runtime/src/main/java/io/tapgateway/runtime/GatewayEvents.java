package io.tapgateway.runtime;

/** Subscriptions to {@link GatewayEvent}s. Thread-safe. */
public interface GatewayEvents {
    /**
     * Calls {@code listener} for every later event, serially and in order, on the gateway's executor, never under a lock.
     * An exception is logged and ends that one call only.
     */
    Subscription subscribe(Listener listener);

    /** Receives events. */
    @FunctionalInterface
    interface Listener {
        void onEvent(GatewayEvent event);
    }

    /** Ends a subscription when closed; harmless to repeat. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
