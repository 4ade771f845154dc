package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.BoundProvider.Binding;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.Refused;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the protocol for one {@link Provider}, over one connection after the other. It has no thread and opens nothing: a
 * transport connects, calls {@link #opened}, reports what arrives, and connects again while {@link #wantsConnection()}.
 *
 * <p>Thread-safe. Handlers and all other user code run on the executor given at construction. What outlives a connection
 * stands here; what belongs to one is a {@code Conversation}.
 */
public final class ProviderSession {
    private final Provider provider;
    private final Entry entry;
    private final UserCode code;
    private final SerialCallbacks callbacks;
    private final Offers offers;
    private final Map<String, FilterSet> filters = new ConcurrentHashMap<>();
    private final CompletableFuture<Binding> firstBinding = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final BoundProvider handle = new Handle(this, Optional.empty());

    private volatile Optional<String> pairedToken = Optional.empty();
    private volatile Optional<String> reconnectToken = Optional.empty();
    private volatile @Nullable Conversation current;
    private volatile boolean finished;

    private ProviderSession(Provider provider, Entry entry, Executor handlers) {
        this.provider = provider;
        this.entry = entry;
        this.code = new UserCode(handlers, provider.listener());
        this.callbacks = new SerialCallbacks(code);
        this.offers = new Offers(provider.offer());
    }

    /** For a transport to a gateway elsewhere: authenticates, chooses a session, registers. */
    public static ProviderSession remote(Provider provider, Credentials credentials, Executor handlers) {
        return new ProviderSession(provider, new Entry.Remote(credentials), handlers);
    }

    /**
     * For a transport inside the gateway's own process: registers at once, and leaves when the session ends.
     *
     * @param session the session, or {@link SessionId#ALL}
     */
    public static ProviderSession inProcess(Provider provider, SessionId session, Executor handlers) {
        return new ProviderSession(provider, new Entry.InProcess(session), handlers);
    }

    /**
     * A connection has been established; the SDK may send at once. The previous one, if any, must have been reported closed.
     *
     * @return where to report what arrives
     */
    public ProviderConnection opened(ProviderChannel channel) {
        Conversation conversation = new Conversation(this, channel);
        current = conversation;
        if (finished) {
            channel.close();
        } else if (entry instanceof Entry.InProcess known) {
            conversation.join(known.session());
        } else {
            conversation.authenticate();
        }
        return conversation;
    }

    /** Whether a transport should connect, again or at all: false once the provider has left or was turned away for good. */
    public boolean wantsConnection() {
        return !finished;
    }

    /** What the provider's author gets. */
    public BoundProvider handle() {
        return handle;
    }

    UserCode code() {
        return code;
    }

    SerialCallbacks callbacks() {
        return callbacks;
    }

    Offers offers() {
        return offers;
    }

    @Nullable
    Conversation current() {
        return current;
    }

    CompletionStage<Binding> firstBinding() {
        return firstBinding.minimalCompletionStage();
    }

    CompletionStage<Void> whenEnded() {
        return ended.minimalCompletionStage();
    }

    /** Finds the next credential; on the executor, because it may come from a file. */
    void credential(Consumer<Auth> use, Runnable giveUp) {
        Credentials credentials = credentials();
        boolean taken = code.run(() -> {
            try {
                use.accept(new Auth(
                        pairedToken.isPresent()
                                ? new Auth.Credential.Token(pairedToken.get())
                                : credentials.next(provider.identity())));
            } catch (IOException e) {
                code.reportHere(Fault.of("There is no token to connect with; this will be tried again.", e));
                giveUp.run();
            }
        });
        if (!taken) {
            giveUp.run();
        }
    }

    /** Asks the user for a pairing code. */
    void askForCode(String prompt, Consumer<String> use, Runnable giveUp) {
        boolean taken = code.run(() -> pairingCode(prompt).whenComplete((typed, failure) -> {
            if (typed != null) {
                use.accept(typed.replace(" ", "").replace("-", ""));
            } else {
                finish(new NotBound("no pairing code was entered"));
                giveUp.run();
            }
        }));
        if (!taken) {
            giveUp.run();
        }
    }

    /** The gateway trusts the user's code: from now on this token does (A/trust). */
    void paired(String token) {
        pairedToken = Optional.of(token);
        reconnectToken = Optional.empty();
    }

    Optional<SessionId> choose(List<SessionSummary> active) {
        try {
            return provider.sessionChoice().choose(active);
        } catch (RuntimeException e) {
            code.report(Fault.of("The choice of a session failed; the next list of sessions is waited for.", e));
            return Optional.empty();
        }
    }

    Hello hello(SessionId session) {
        return new Hello(
                provider.identity(),
                Optional.of(session),
                reconnectToken,
                offers.general().contribution());
    }

    void bound(Optional<String> newReconnectToken, Binding binding, ProviderChannel channel) {
        reconnectToken = newReconnectToken;
        offers.restart();
        filters.values().forEach(channel::send);
        callbacks.tell(() -> provider.listener().bound(binding, handle));
        code.run(() -> firstBinding.complete(binding));
    }

    void unbound() {
        callbacks.tell(() -> provider.listener().unbound());
    }

    /** Whether the provider has no business after its session. */
    boolean endsWithItsSession() {
        return entry instanceof Entry.InProcess;
    }

    /** A filter is in force; gateways forget it when they end, so it is set again with each binding. */
    void filtered(FilterSet filter) {
        if (filter.rules().isEmpty()) {
            filters.remove(filter.stream().toString());
        } else {
            filters.put(filter.stream().toString(), filter);
        }
    }

    /** Another try makes sense only with another credential, or when there was nothing wrong with this one. */
    void authenticationRefused(Refused refusal) {
        if (refusal.code() == ErrorCode.AUTH_FAILED && pairedToken.isPresent()) {
            pairedToken = Optional.empty();
            reconnectToken = Optional.empty();
        } else if (refusal.code().fatal()
                && !(refusal.code() == ErrorCode.AUTH_FAILED && credentials().renewable())) {
            finish(refusal);
        }
    }

    /**
     * A {@code hello} was refused.
     *
     * @return whether the connection is still of use: the session was gone, and another one may come
     */
    boolean registrationRefused(Refused refusal) {
        boolean remote = entry instanceof Entry.Remote;
        boolean mayPass = switch (refusal.code()) {
            case INVALID_SESSION, TOOL_CONFLICT, DUPLICATE_INSTANCE, RATE_LIMITED -> true;
            case INVALID_JSON, UNKNOWN_TYPE, AUTH_FAILED, PAYLOAD_TOO_LARGE, UNSUPPORTED_VERSION, UNAUTHORIZED -> false;
        };
        if (!remote || !mayPass) {
            finish(refusal);
            return false;
        }
        return refusal.code() == ErrorCode.INVALID_SESSION;
    }

    /** The author, or the end of its only session, ends this provider. */
    void leave(Optional<String> reason) {
        finished = true;
        Conversation open = current;
        if (open == null) {
            conclude(new NotBound("the provider has left"));
        } else {
            open.leave(reason);
        }
    }

    void ended(Conversation conversation) {
        if (current == conversation) {
            current = null;
        }
        if (entry instanceof Entry.InProcess) {
            finished = true;
        }
        if (finished) {
            conclude(new NotBound("the connection ended"));
        }
    }

    private void finish(RuntimeException why) {
        finished = true;
        code.run(() -> firstBinding.completeExceptionally(why));
    }

    private void conclude(NotBound why) {
        Runnable completion = () -> {
            firstBinding.completeExceptionally(why);
            ended.complete(null);
        };
        if (!code.run(completion)) {
            completion.run();
        }
    }

    private CompletionStage<String> pairingCode(String prompt) {
        try {
            return credentials()
                    .codePrompt()
                    .map(ask -> ask.apply(prompt))
                    .orElseGet(() -> CompletableFuture.failedFuture(new NotBound("nobody can be asked for a code")));
        } catch (RuntimeException e) {
            code.reportHere(Fault.of("Asking for the pairing code failed.", e));
            return CompletableFuture.failedFuture(e);
        }
    }

    private Credentials credentials() {
        return entry instanceof Entry.Remote remote ? remote.credentials() : Credentials.none();
    }
}
