package io.tapgateway.provider.ws;

import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A provider that is a program of its own: it dials in to a gateway, comes back whenever the connection ends, and takes
 * its leave when it is told to stop (L-001). Stateless.
 *
 * <p>It looks for the gateway in {@code TAP_GATEWAY_URL}, and for its token in {@code TAP_PROVIDER_TOKEN} or in the
 * file that a running gateway keeps below {@code COPILOT_HOME} ({@code ~/.copilot}). What people are to know is said by
 * {@link io.tapgateway.provider.ProviderListener#report}.
 *
 * <pre>{@code
 * public static void main(String[] arguments) {
 *     StandaloneProvider.run(Provider.named("greeter")
 *             .tool("greet", Greeting.class, "Greets someone by name.", (it, call) -> "Hello, " + it.name() + "!")
 *             .build());
 * }
 * }</pre>
 */
public final class StandaloneProvider {
    private static final int FAREWELL_SECONDS = 2;
    private static final int FAILURE = 1;

    private StandaloneProvider() {}

    /** Runs a provider that does nothing by itself; see {@link #run(Provider, Consumer)}. */
    public static void run(Provider provider) {
        run(provider, running -> {});
    }

    /**
     * Runs a provider until the program is told to stop, which it takes as a goodbye. Where it cannot even begin, or
     * the gateway does not want it for good, it says why in one line and ends the virtual machine with exit code 1.
     *
     * @param begin begins what the provider does by itself, on threads that do not keep the process alive
     */
    public static void run(Provider provider, Consumer<BoundProvider> begin) {
        try {
            converse(provider, begin);
        } catch (IOException e) {
            giveUp(provider, "TAP_PROVIDER_TOKEN is not set, and " + e.getMessage());
        } catch (IllegalArgumentException | IllegalStateException e) {
            giveUp(provider, String.valueOf(e.getMessage()));
        }
    }

    private static void converse(Provider provider, Consumer<BoundProvider> begin) throws IOException {
        Credentials credentials = credentials();
        // The library would wait for a token to appear; a person who starts a program wants to know at once.
        var unused = credentials.next(provider.identity());
        BoundProvider running = WebSocketProvider.connect(credentials, provider);
        Thread farewell = new Thread(() -> leave(provider, running), "farewell");
        Runtime.getRuntime().addShutdownHook(farewell);
        begin.accept(running);
        running.whenEnded().toCompletableFuture().join();
        // Otherwise the program was stopped, and says farewell.
        if (farewell.getState() == Thread.State.NEW) {
            System.exit(FAILURE);
        }
    }

    private static Credentials credentials() {
        if (setting(Credentials.TOKEN_VARIABLE).isPresent()) {
            return Credentials.fromEnvironment();
        }
        Credentials fromFile = Credentials.fromTokenFile();
        return setting(Credentials.URL_VARIABLE)
                .map(url -> fromFile.at(URI.create(url)))
                .orElse(fromFile);
    }

    private static Optional<String> setting(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isBlank());
    }

    private static void leave(Provider provider, BoundProvider running) {
        if (running.whenEnded().toCompletableFuture().isDone()) {
            // It was refused for good, and people have been told.
            return;
        }
        running.goodbye("the provider was stopped");
        try {
            running.whenEnded().toCompletableFuture().get(FAREWELL_SECONDS, TimeUnit.SECONDS);
            provider.listener().report("left");
        } catch (TimeoutException | ExecutionException e) {
            provider.listener().report("left; the gateway did not answer the goodbye");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void giveUp(Provider provider, String sentence) {
        provider.listener().report(sentence);
        System.exit(FAILURE);
    }
}
