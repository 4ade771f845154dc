package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** Subscriptions to {@link GatewayEvent}s. Thread-safe. */
public interface GatewayEvents {
    /**
     * Calls {@code listener} for every later event, serially and in order, on the gateway's executor, never under a
     * lock. Where threads and clock are the gateway's own, an event that follows another may come up to 2 ms later,
     * together with those behind it. An exception is logged and ends that one call only. A subscription that nobody
     * closes ends with the gateway.
     */
    Subscription subscribe(Listener listener);

    /**
     * Receives events: those for which it overrides a method. Kinds that come later get methods that do nothing by
     * default.
     */
    interface Listener {
        /** Every event, of whatever kind; goes on to the method for its kind, unless it is overridden. */
        default void onEvent(GatewayEvent event) {
            event.tell(this);
        }

        /** A session was opened, began to end, or ended. */
        default void onSessionChanged(GatewayEvent.SessionChanged event) {}

        /** A provider was bound, lost its binding, or left. */
        default void onProviderChanged(GatewayEvent.ProviderChanged event) {}

        /** The tools of a session changed. */
        default void onToolsChanged(GatewayEvent.ToolsChanged event) {}

        /** A line was added to a session's timeline. */
        default void onLogged(GatewayEvent.Logged event) {}

        /** A call waits for something before it is sent. */
        @MayChange
        default void onCallWaits(GatewayEvent.CallWaits event) {}

        /** A call was sent to its provider. */
        default void onCallDispatched(GatewayEvent.CallDispatched event) {}

        /** A gate has answered, or has not. */
        default void onGateAnswered(GatewayEvent.GateAnswered event) {}

        /** An interceptor has answered, or has not. */
        @MayChange
        default void onInterceptorAnswered(GatewayEvent.InterceptorAnswered event) {}

        /** A call ended. */
        default void onCallEnded(GatewayEvent.CallEnded event) {}

        /** A push was accepted and stored. */
        default void onPushed(GatewayEvent.Pushed event) {}
    }

    /** Ends a subscription when closed; harmless to repeat. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
