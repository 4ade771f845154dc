package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Something that happened in the gateway, for consoles, metrics and traces. Immutable. */
public sealed interface GatewayEvent {
    /** The session it is about; empty if it is about none in particular. */
    Optional<SessionId> session();

    /** Calls the listener's method for events of this kind. */
    void tell(GatewayEvents.Listener listener);

    /** A session was opened, began to end, or ended. */
    record SessionChanged(SessionId id, Phase phase) implements GatewayEvent {
        /** What happened to it. */
        public enum Phase {
            OPENED,
            ENDING,
            ENDED
        }

        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onSessionChanged(this);
        }
    }

    /**
     * A provider was bound, lost its binding or its connection, or left.
     *
     * @param session where; empty for all sessions
     */
    record ProviderChanged(Hello.Identity identity, Optional<SessionId> session, Presence presence)
            implements GatewayEvent {
        /** What happened to it. */
        public enum Presence {
            BOUND,
            /** Its session has ended, or it registers anew: it is connected, and in no session. */
            UNBOUND,
            /** It has said goodbye, or was told to go. */
            LEFT,
            /** Its connection was lost, as by a crash: it may come back. */
            DISCONNECTED
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onProviderChanged(this);
        }
    }

    /** The tools of a session changed; the host has been told. */
    record ToolsChanged(SessionId id, List<RegisteredTool> tools) implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onToolsChanged(this);
        }
    }

    /** A line was added to a session's timeline. */
    record Logged(SessionId id, TimelineEntry entry) implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onLogged(this);
        }
    }

    /**
     * A call does not go on at once, but waits. It is said once for each way of waiting that follows another one; calls
     * that find nothing to wait for are not told of until they are sent.
     *
     * @param provider whose tool it is
     * @param trace until now
     */
    @MayChange
    record CallWaits(SessionId id, CallId call, ToolName tool, ProviderName provider, Reason reason, CallTrace trace)
            implements GatewayEvent {
        /** What a call waits for. */
        public enum Reason {
            /** Interceptors have yet to answer. */
            INTERCEPTORS,
            /** Gates have yet to answer. */
            GATES,
            /** A person has to decide. */
            PERSON,
            /** Its provider has no place for it. */
            QUEUE
        }

        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onCallWaits(this);
        }
    }

    /**
     * A call was sent to its provider.
     *
     * @param trace until now
     */
    record CallDispatched(SessionId id, CallId call, ToolName tool, Hello.Identity provider, CallTrace trace)
            implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onCallDispatched(this);
        }
    }

    /**
     * A gate that was asked about the use of a tool has answered, or its time is over (D-160). It comes before the end
     * of the call that it is about.
     *
     * @param call which one; empty if a host asked about a tool of its own
     * @param gate the provider whose gate it is
     * @param decision empty if it has not answered
     * @param said the reason or the context that it gave
     * @param took from the question to now
     */
    record GateAnswered(
            SessionId id,
            Optional<CallId> call,
            String tool,
            ProviderName gate,
            Optional<GateResult.Decision> decision,
            Optional<String> said,
            Duration took)
            implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onGateAnswered(this);
        }
    }

    /**
     * An interceptor that was asked has answered, or its time is over (Z-061). It comes before the end of the call that
     * it is about.
     *
     * @param about what it was asked about
     * @param call which one; empty unless it was asked about a call
     * @param interceptor whose it is
     * @param answer empty if it has not answered; arguments in it may be secret
     * @param objection what it, or the gateway to its answer, has against it
     * @param took from the question to now
     */
    @MayChange
    record InterceptorAnswered(
            SessionId id,
            InterceptorInterest about,
            Optional<CallId> call,
            ProviderName interceptor,
            Optional<InterceptorVerdict> answer,
            Optional<String> objection,
            Duration took)
            implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onInterceptorAnswered(this);
        }
    }

    /**
     * A call ended.
     *
     * @param args as its host gave them; whoever keeps them keeps what may be secret
     * @param trace where its time went
     */
    record CallEnded(SessionId id, CallId call, ToolName tool, JsonValue args, ToolOutcome outcome, CallTrace trace)
            implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onCallEnded(this);
        }
    }

    /**
     * A push was accepted and stored.
     *
     * @param stream as in {@link StreamView}
     */
    record Pushed(SessionId id, String stream, StreamEvent event) implements GatewayEvent {
        @Override
        public Optional<SessionId> session() {
            return Optional.of(id);
        }

        @Override
        public void tell(GatewayEvents.Listener listener) {
            listener.onPushed(this);
        }
    }
}
