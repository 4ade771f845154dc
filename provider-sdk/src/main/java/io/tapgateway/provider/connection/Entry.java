package io.tapgateway.provider.connection;

import io.tapgateway.protocol.connection.ProviderState;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.SessionChoice;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * How a provider gets into a session, over all its connections: what it proves itself with, which session it asks for,
 * and what a refusal means. Thread-safe.
 */
final class Entry {
    /** What follows from a refused {@code hello}. */
    enum Refusal {
        /** The session is gone; the provider can ask for another one over the same connection. */
        ASK_AGAIN,
        /** The provider can be accepted later, over another connection. */
        RECONNECT,
        /** The provider can never be accepted. */
        GIVE_UP
    }

    private final Hello.Identity identity;
    private final SessionChoice choice;
    private final Credentials credentials;

    /** The session that a provider in the gateway's own process is attached to; it needs no credentials (D-058). */
    private final Optional<SessionId> home;

    private volatile Optional<String> pairedToken = Optional.empty();
    private volatile Optional<String> reconnectToken = Optional.empty();

    private Entry(Provider provider, Credentials credentials, Optional<SessionId> home) {
        this.identity = provider.identity();
        this.choice = provider.sessionChoice().orElseGet(SessionChoice::first);
        this.credentials = credentials;
        this.home = home;
    }

    /** From another process: the provider proves who it is and chooses among the sessions that the gateway lists. */
    static Entry remote(Provider provider, Credentials credentials) {
        return new Entry(provider, credentials, Optional.empty());
    }

    /** In the gateway's own process: the provider registers at once, and ends with its session or its connection. */
    static Entry inProcess(Provider provider, SessionId home) {
        return new Entry(provider, Credentials.none(), Optional.of(home));
    }

    boolean isInProcess() {
        return home.isPresent();
    }

    /** The state in which a connection begins. */
    ProviderState begin() {
        return home.map(ProviderState::registering).orElseGet(ProviderState::authenticating);
    }

    /**
     * The credential for a new connection. It may come from a file.
     *
     * @throws IOException if the file cannot be read
     */
    Auth credential() throws IOException {
        Optional<String> token = pairedToken;
        return new Auth(token.isPresent() ? new Auth.Credential.Token(token.get()) : credentials.next(identity));
    }

    /** Asks the user for a pairing code, if these credentials can. */
    Optional<Function<String, CompletionStage<String>>> codePrompt() {
        return credentials.codePrompt();
    }

    /** The gateway trusts the user's code: from now on this token proves the same (A/trust). */
    void paired(String token) {
        pairedToken = Optional.of(token);
        reconnectToken = Optional.empty();
    }

    /** The gateway has accepted {@code hello}, and says how to take up the same identity again (D-080). */
    void registered(Optional<String> token) {
        reconnectToken = token;
    }

    /** The session to ask for; none if the author waits for another list. */
    Optional<SessionId> choose(List<SessionSummary> sessions) {
        return choice.choose(sessions);
    }

    /** Whether a bound provider leaves for another session that is chosen. */
    boolean follows() {
        return choice.follows();
    }

    Hello hello(SessionId session, Hello.Contribution contribution) {
        return new Hello(identity, Optional.of(session), reconnectToken, contribution);
    }

    /**
     * The gateway has refused a credential, or a message in a way that ends the connection.
     *
     * @return whether another connection can succeed: with another credential, or because nothing was wrong with this
     *     one
     */
    boolean mayReconnect(Refused refusal) {
        if (refusal.code() == ErrorCode.AUTH_FAILED && pairedToken.isPresent()) {
            pairedToken = Optional.empty();
            reconnectToken = Optional.empty();
            return true;
        }
        return !refusal.code().fatal() || (refusal.code() == ErrorCode.AUTH_FAILED && credentials.renewable());
    }

    /** What a refusal means that ends the connection, for people. */
    String meaning(ErrorMessage refusal) {
        return Reports.refusedCredential(refusal, credentials.origin(), credentials.renewable());
    }

    /** What follows from a refused {@code hello}. */
    Refusal registrationRefused(Refused refusal) {
        if (isInProcess()) {
            return Refusal.GIVE_UP;
        }
        return switch (refusal.code()) {
            case INVALID_SESSION -> Refusal.ASK_AGAIN;
            case TOOL_CONFLICT, DUPLICATE_INSTANCE, RATE_LIMITED -> Refusal.RECONNECT;
            case INVALID_JSON, UNKNOWN_TYPE, AUTH_FAILED, PAYLOAD_TOO_LARGE, UNSUPPORTED_VERSION, UNAUTHORIZED ->
                Refusal.GIVE_UP;
        };
    }
}
