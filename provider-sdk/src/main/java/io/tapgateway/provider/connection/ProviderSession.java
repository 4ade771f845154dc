package io.tapgateway.provider.connection;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Speaks the protocol for one {@link Provider}, over one connection after the other. It has no thread and opens
 * nothing: a transport connects, calls {@link #opened}, reports what arrives, and connects again while
 * {@link #wantsConnection()}.
 *
 * <p>Thread-safe. Handlers and all other user code run on the executor given at construction.
 */
public final class ProviderSession {
    private final Entry entry;
    private final Offers offers;
    private final UserCode code;
    private final SerialCallbacks callbacks;
    private final Reports reports;
    private final ProviderLife life;
    private final BoundProvider handle;

    private ProviderSession(Provider provider, Entry entry, Executor handlers) {
        this.entry = entry;
        this.offers = new Offers(provider.offer());
        this.code = new UserCode(handlers, provider.listener());
        this.callbacks = new SerialCallbacks(code);
        this.reports = new Reports(callbacks, code);
        this.life = new ProviderLife(code);
        this.handle = new Handle(life, offers);
    }

    /** For a transport to a gateway in another process: authenticates, chooses a session, registers. */
    public static ProviderSession remote(Provider provider, Credentials credentials, Executor handlers) {
        return new ProviderSession(provider, Entry.remote(provider, credentials), handlers);
    }

    /**
     * For a transport inside the gateway's own process: registers at once, and leaves when the session ends.
     *
     * @param session the session, or {@link SessionId#ALL}
     */
    public static ProviderSession inProcess(Provider provider, SessionId session, Executor handlers) {
        return new ProviderSession(provider, Entry.inProcess(provider, session), handlers);
    }

    /**
     * A connection has been established; the SDK may send at once.
     *
     * @return where to report what arrives
     * @throws IllegalStateException if the connection before has not been reported closed
     */
    public ProviderConnection opened(ProviderChannel channel) {
        Conversation conversation = new Conversation(entry, offers, life, code, callbacks, reports, handle, channel);
        if (life.connected(conversation)) {
            conversation.begin();
        } else {
            channel.close();
        }
        return conversation;
    }

    /**
     * Whether a transport is to connect, at first or again: false once the provider has left, or no gateway will take
     * it.
     */
    public boolean wantsConnection() {
        return life.wantsConnection();
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

    /** The running provider, for its author. */
    public BoundProvider handle() {
        return handle;
    }
}
