package io.tapgateway.provider.connection;

import io.tapgateway.protocol.connection.ProviderState;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.provider.BoundProvider.Binding;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.Refused;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One connection of a {@link ProviderSession}: decides what to answer to each message, as {@link ProviderState} allows.
 *
 * <p>Confined to the transport's reports, but for {@link #send}, {@link #binding}, {@link #replies} and {@link #leave}, which
 * any thread may call. Each message's method returns the state that follows.
 */
final class Conversation implements ProviderConnection, GatewayMessage.Visitor<ProviderState> {
    private final ProviderSession session;
    private final ProviderChannel channel;
    private final Requests requests;
    private final Replies replies;

    private volatile ProviderState state = new ProviderState.Authenticating();
    private volatile Optional<Binding> binding = Optional.empty();

    /** Sessions an all-bound provider has announced itself to, or found when it was bound. */
    private final Set<SessionId> announced = new HashSet<>();

    private List<SessionSummary> active = List.of();
    private SessionId asked = SessionId.ALL;

    Conversation(ProviderSession session, ProviderChannel channel) {
        this.session = session;
        this.channel = channel;
        this.requests = new Requests(channel, session.offers(), session.code());
        this.replies = new Replies(session.code());
    }

    /** Begins with a credential. */
    void authenticate() {
        session.credential(credential -> channel.send(credential), channel::close);
    }

    /** Begins already known. */
    void join(SessionId target) {
        state = new ProviderState.Choosing().toRegistering();
        register(target);
    }

    void send(ProviderMessage message) {
        channel.send(message);
    }

    Replies replies() {
        return replies;
    }

    Optional<Binding> binding() {
        return binding;
    }

    /** Says goodbye, where the protocol has a place for it (D-098), and ends the connection. */
    void leave(Optional<String> reason) {
        if (isAuthenticated()) {
            channel.send(new Goodbye(reason));
        }
        requests.close();
        channel.close();
    }

    @Override
    public void received(GatewayMessage message) {
        if (state.expects(message.type())) {
            state = message.accept(this);
        }
    }

    @Override
    public void closed() {
        if (state instanceof ProviderState.Closed) {
            return;
        }
        state = state.toClosed();
        unbind();
        requests.close();
        replies.close();
        session.ended(this);
    }

    @Override
    public ProviderState onAuthPairing(AuthPairing message) {
        session.askForCode(message.prompt(), code -> channel.send(new AuthConfirm(code)), channel::close);
        return ((ProviderState.Authenticating) state).toPairing();
    }

    @Override
    public ProviderState onSessions(Sessions message) {
        message.token().ifPresent(session::paired);
        active = message.active();
        return choose(
                state instanceof ProviderState.Pairing pairing
                        ? pairing.toChoosing()
                        : ((ProviderState.Authenticating) state).toChoosing());
    }

    @Override
    public ProviderState onSessionsUpdated(SessionsUpdated message) {
        active = message.active();
        if (state instanceof ProviderState.Choosing choosing) {
            return choose(choosing);
        } else if (state instanceof ProviderState.Bound bound) {
            return bound.session().isAll() ? announce(bound) : stayOrMove(bound);
        }
        return state;
    }

    @Override
    public ProviderState onHelloAck(HelloAck message) {
        active.forEach(known -> announced.add(known.id()));
        SessionId joined = message.sessionId().orElse(asked);
        Binding begun =
                new Binding(message.providerId(), joined, message.persistDir().map(Path::of));
        binding = Optional.of(begun);
        session.bound(message.reconnectToken(), begun, channel);
        return ((ProviderState.Registering) state).toBound(message.providerId(), joined);
    }

    @Override
    public ProviderState onAck(Ack message) {
        replies.acknowledged(message);
        return state;
    }

    @Override
    public ProviderState onErrorMessage(ErrorMessage message) {
        if (replies.refused(message)) {
            return state;
        }
        Refused refusal = new Refused(message);
        String what = message.about().replyTo().map(type -> " '" + type + "'").orElse("");
        session.code().report(Fault.of("The gateway refused" + what + ".", refusal));
        if (message.code().fatal() || !isAuthenticated()) {
            session.authenticationRefused(refusal);
            channel.close();
        } else if (state instanceof ProviderState.Registering registering
                && MessageType.HELLO.wireName().equals(message.about().replyTo().orElse(""))) {
            return registrationRefused(registering, refusal);
        }
        return state;
    }

    @Override
    public ProviderState onToolCall(ToolCall message) {
        requests.call(message, binding.flatMap(Binding::persistDir));
        return state;
    }

    @Override
    public ProviderState onToolCancel(ToolCancel message) {
        requests.cancel(message);
        return state;
    }

    @Override
    public ProviderState onGateCheck(GateCheck message) {
        requests.check(message);
        return state;
    }

    @Override
    public ProviderState onTransformRequest(TransformRequest message) {
        requests.transform(message);
        return state;
    }

    @Override
    public ProviderState onSessionEvent(SessionEvent message) {
        session.callbacks().tell(message);
        return state;
    }

    @Override
    public ProviderState onSessionLifecycle(SessionLifecycle message) {
        session.callbacks().tell(() -> session.code().listener().lifecycle(message));
        if (message.state() == SessionLifecycle.State.SHUTDOWN_PENDING) {
            requests.cleanUp(message.sessionId());
        }
        return state;
    }

    @Override
    public ProviderState onStreamHistory(StreamHistory message) {
        replies.answered(message);
        return state;
    }

    /** From then on until the end, and only then, the gateway keeps a provider informed about sessions (D-061). */
    private boolean isAuthenticated() {
        return state.expects(MessageType.SESSIONS_UPDATED);
    }

    private ProviderState choose(ProviderState.Choosing choosing) {
        Optional<SessionId> chosen = session.choose(active);
        if (chosen.isEmpty()) {
            return choosing;
        }
        register(chosen.get());
        return choosing.toRegistering();
    }

    private void register(SessionId target) {
        asked = target;
        channel.send(session.hello(target));
    }

    /** A bound session that is no longer listed has ended (D-207). */
    private ProviderState stayOrMove(ProviderState.Bound bound) {
        for (SessionSummary known : active) {
            if (known.id().equals(bound.session())) {
                return bound;
            }
        }
        unbind();
        if (session.endsWithItsSession()) {
            session.leave(Optional.of("session ended"));
            return bound.toChoosing();
        }
        return choose(bound.toChoosing());
    }

    /** New sessions wait for an all-bound provider's word (A/all-sessions); announcing it twice does no harm (D-214). */
    private ProviderState announce(ProviderState.Bound bound) {
        Set<SessionId> present = new HashSet<>();
        for (SessionSummary known : active) {
            present.add(known.id());
            if (announced.add(known.id())) {
                channel.send(new SessionReady(known.id(), Optional.empty()));
            }
        }
        announced.retainAll(present);
        return bound;
    }

    private ProviderState registrationRefused(ProviderState.Registering registering, Refused refusal) {
        ProviderState.Choosing choosing = registering.toChoosing();
        if (!session.registrationRefused(refusal)) {
            channel.close();
            return choosing;
        }
        // The list may have changed while the answer was on its way, and need not change again.
        Optional<SessionId> other = session.choose(active).filter(chosen -> !chosen.equals(asked));
        if (other.isEmpty()) {
            return choosing;
        }
        register(other.get());
        return choosing.toRegistering();
    }

    private void unbind() {
        if (binding.isPresent()) {
            binding = Optional.empty();
            session.unbound();
        }
    }
}
