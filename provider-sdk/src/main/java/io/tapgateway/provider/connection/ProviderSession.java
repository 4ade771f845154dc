package io.tapgateway.provider.connection;

import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import java.util.concurrent.Executor;

/**
 * Speaks the protocol for one {@link Provider}, over one connection after the other. It has no thread and opens nothing: a
 * transport connects, calls {@link #opened}, reports what arrives, and connects again while {@link #wantsConnection()}.
 *
 * <p>Thread-safe. Handlers and all other user code run on the executor given at construction.
 */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"})
public final class ProviderSession {
    private ProviderSession() {}

    /** For a transport to a gateway elsewhere: authenticates, chooses a session, registers. */
    public static ProviderSession remote(Provider provider, Credentials credentials, Executor handlers) {
        throw new UnsupportedOperationException(provider.toString() + credentials + handlers);
    }

    /**
     * A connection has been established; the SDK may send at once. The previous one, if any, must have been reported closed.
     *
     * @return where to report what arrives
     */
    public ProviderConnection opened(ProviderChannel channel) {
        throw new UnsupportedOperationException(channel.toString());
    }

    /** Whether a transport should connect, again or at all: false once the provider has left or was turned away for good. */
    public boolean wantsConnection() {
        throw new UnsupportedOperationException();
    }

    /** What the provider's author gets. */
    public BoundProvider handle() {
        throw new UnsupportedOperationException();
    }
}
