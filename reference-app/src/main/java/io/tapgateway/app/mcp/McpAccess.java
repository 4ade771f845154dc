package io.tapgateway.app.mcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.oauth.OauthFault;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.mcp.provider.AddressAccess;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The headers that a server at a url is shown: those of its configuration, and the token that its user has logged in
 * for, had anew before it ends (M-071). Thread-safe; another token is asked for on the executor, once at a time.
 */
final class McpAccess implements AddressAccess {
    /** How long before its end a token is no longer good enough. */
    private static final Duration BEFORE_END = Duration.ofMinutes(1);

    private static final String HEADER = "Authorization";
    private static final Logger LOG = LoggerFactory.getLogger(McpAccess.class);

    private final URI server;
    private final Map<String, String> configured;
    private final McpTokens tokens;
    private final McpScopes scopes;
    private final McpAuthorization authorization;
    private final Executor executor;
    private final Clock clock;
    private final Consumer<LoginWanted> loginWanted;
    private final ReentrantLock lock = new ReentrantLock();

    /** What everybody waits for who is refused meanwhile in the same words. */
    @GuardedBy("lock")
    private CompletableFuture<Boolean> renewal = CompletableFuture.completedFuture(false);

    @GuardedBy("lock")
    private Challenge renewedFor = Challenge.NONE;

    private volatile Optional<ServerToken> token;

    /** For which another one was asked, be it in vain. */
    private volatile Optional<ServerToken> tried = Optional.empty();

    /** One whose issuer gives out no tokens for the server any more. */
    private volatile Optional<ServerToken> outdated = Optional.empty();

    /**
     * @param configured with their values
     * @param loginWanted told when nothing but a login helps
     */
    McpAccess(
            URI server,
            Map<String, String> configured,
            McpTokens tokens,
            McpScopes scopes,
            McpAuthorization authorization,
            Executor executor,
            Clock clock,
            Consumer<LoginWanted> loginWanted)
            throws Problem {
        this.server = server;
        this.configured = Map.copyOf(configured);
        this.tokens = tokens;
        this.scopes = scopes;
        this.authorization = authorization;
        this.executor = executor;
        this.clock = clock;
        this.loginWanted = loginWanted;
        this.token = hasOwn() ? Optional.empty() : tokens.find(server);
    }

    @Override
    public Map<String, String> headers() {
        Optional<ServerToken> present = token;
        if (present.filter(this::endsSoon).isPresent() && !present.equals(tried)) {
            tried = present;
            var unused = renew(present, Challenge.NONE);
        }
        Map<String, String> all = new LinkedHashMap<>(configured);
        present.ifPresent(it -> all.put(HEADER, value(it)));
        return all;
    }

    private static String value(ServerToken token) {
        return "Bearer " + token.access();
    }

    /** A refusal that comes after there is another token says nothing of that one. */
    @Override
    public CompletionStage<Boolean> renew(Map<String, String> refused, Challenge challenge) {
        Optional<ServerToken> present = token;
        boolean late =
                present.filter(it -> !value(it).equals(refused.get(HEADER))).isPresent();
        return late ? CompletableFuture.completedStage(true) : renew(present, challenge);
    }

    private CompletionStage<Boolean> renew(Optional<ServerToken> refused, Challenge challenge) {
        lock.lock();
        try {
            if (renewal.isDone() || !challenge.equals(renewedFor)) {
                renewedFor = challenge;
                renewal = renewal.thenApplyAsync(before -> hasAnother(refused, challenge), executor)
                        .exceptionally(bug -> {
                            LOG.error("A bug in the login at an MCP server", bug);
                            return false;
                        });
            }
            return renewal.minimalCompletionStage();
        } finally {
            lock.unlock();
        }
    }

    /** Whether a header of the configuration is what it is taken in for. */
    private boolean hasOwn() {
        return configured.keySet().stream().anyMatch(HEADER::equalsIgnoreCase);
    }

    private boolean endsSoon(ServerToken token) {
        return token.endsAt()
                .filter(it -> it - clock.millis() < BEFORE_END.toMillis())
                .isPresent();
    }

    private boolean hasAnother(Optional<ServerToken> refused, Challenge challenge) {
        if (hasOwn()) {
            return false;
        }
        LoginWanted wanted = new LoginWanted(refused, challenge);
        try {
            Optional<ServerToken> kept = tokens.find(server).filter(it -> !outdated.equals(Optional.of(it)));
            Optional<ServerToken> another = kept.equals(refused) ? renewed(kept, challenge) : kept;
            if (another.isPresent()) {
                token = another;
                return true;
            }
            if (wanted.isOfUse()) {
                scopes.add(server, challenge.scope());
            }
        } catch (OauthFault | IOException | Problem e) {
            LOG.info("There is no other token for an MCP server: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loginWanted.accept(wanted);
        return false;
    }

    /**
     * What is had in place of a token without the person: none that is good for more, and none of an issuer that is not
     * the server's any more.
     */
    private Optional<ServerToken> renewed(Optional<ServerToken> kept, Challenge challenge)
            throws OauthFault, IOException, InterruptedException, Problem {
        if (kept.isEmpty() || challenge.wantsMore()) {
            return Optional.empty();
        }
        boolean trusted = authorization
                .resource(server, challenge)
                .map(it -> it.trusts(kept.get().issuer()))
                .orElse(true);
        if (!trusted) {
            outdated = kept;
            token = Optional.empty();
            return Optional.empty();
        }
        Optional<ServerToken> another = authorization.refresh(kept.get());
        if (another.isPresent()) {
            tokens.save(another.get());
        }
        return another;
    }
}
