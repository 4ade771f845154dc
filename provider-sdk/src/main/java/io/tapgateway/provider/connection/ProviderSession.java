package io.tapgateway.provider.connection;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Speaks the protocol for one {@link Provider} in one session, over one connection after the other. It has no thread
 * and opens nothing: a transport connects, calls {@link #opened}, reports what arrives, and connects again while
 * {@link #wantsConnection()}.
 *
 * <p>Thread-safe. Handlers and all other user code run on the executor given at construction.
 */
public final class ProviderSession {
    private final Places places;
    private final Entry entry;
    private final Reports reports;
    private final ProviderLife life;

    /** Which one it has or wants; it takes another one when that is gone. */
    private volatile Optional<SessionId> session;

    ProviderSession(Places places, Entry entry, Reports reports, Optional<SessionId> session) {
        this.places = places;
        this.entry = entry;
        this.reports = reports;
        this.life = new ProviderLife(places.code());
        this.session = session;
    }

    /** For a transport to a gateway in another process: authenticates, chooses one session, registers. */
    public static ProviderSession remote(Provider provider, Credentials credentials, Executor handlers) {
        return new Places(provider, () -> Entry.remote(provider, credentials), handlers, Optional.empty()).first();
    }

    /**
     * For a transport that makes several connections: the provider is in every session that its token shows, at most
     * fifty, unless it {@linkplain Provider#sessionChoice() chooses} one.
     *
     * @param connecting connects it in another session as well; or again, after {@link #wantsConnection()} was false
     *     because no gateway had taken it anywhere. Called on any thread
     * @return the first one, for the transport to connect
     */
    public static ProviderSession remote(
            Provider provider, Credentials credentials, Executor handlers, Consumer<ProviderSession> connecting) {
        Optional<Consumer<ProviderSession>> others =
                provider.sessionChoice().isPresent() ? Optional.empty() : Optional.of(connecting);
        return new Places(provider, () -> Entry.remote(provider, credentials), handlers, others).first();
    }

    /**
     * For a transport inside the gateway's own process: registers at once, and leaves when the session ends.
     *
     * @param session the session, or {@link SessionId#ALL}
     */
    public static ProviderSession inProcess(Provider provider, SessionId session, Executor handlers) {
        return new Places(provider, () -> Entry.inProcess(provider, session), handlers, Optional.empty()).first();
    }

    /**
     * A connection has been established; the SDK may send at once.
     *
     * @return where to report what arrives
     * @throws IllegalStateException if the connection before has not been reported closed
     */
    public ProviderConnection opened(ProviderChannel channel) {
        Conversation conversation = new Conversation(places, this, channel);
        if (life.connected(conversation)) {
            conversation.begin();
        } else {
            channel.close();
        }
        return conversation;
    }

    /**
     * Whether a transport is to connect now, at first or again: false once the provider has left, or no gateway will
     * take it, or as long as it looks for one over another connection.
     */
    public boolean wantsConnection() {
        return life.wantsConnection() && places.admits(this);
    }

    /** Whether a transport is to connect without a pause: the provider has left one session for another. */
    public boolean connectsAtOnce() {
        return life.connectsAtOnce();
    }

    /** Whether it looks for a gateway. The others join one that has taken the provider, and need not hurry. */
    public boolean isFirst() {
        return places.isFirst(this);
    }

    /**
     * A transport will connect again, of which people are told along with the reason.
     *
     * @param otherwise why there is no connection, unless the connection that has ended has told
     * @param pause how long it waits
     */
    public void triesAgain(String otherwise, Duration pause) {
        reports.again(otherwise, pause);
    }

    /** The running provider, for its author: in all its sessions. */
    public BoundProvider handle() {
        return places.handle();
    }

    Entry entry() {
        return entry;
    }

    Reports reports() {
        return reports;
    }

    ProviderLife life() {
        return life;
    }

    Optional<SessionId> session() {
        return session;
    }

    /** It is asked for, or there is none to ask for. */
    void claim(Optional<SessionId> claimed) {
        session = claimed;
    }

    /** The open connection, if it is bound. */
    Optional<Conversation> bound() {
        return life.conversation().filter(it -> it.binding().isPresent());
    }

    void leave(Optional<String> reason) {
        life.leave().ifPresent(conversation -> conversation.leave(reason));
    }
}
