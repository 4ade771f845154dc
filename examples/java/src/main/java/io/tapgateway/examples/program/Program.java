package io.tapgateway.examples.program;

import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.io.IOException;
import java.net.URI;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs a provider as a process of its own: dials in to a gateway and comes back whenever the connection ends, until it is
 * told to stop. Thread-safe.
 *
 * <p>It looks for the gateway in {@code TAP_GATEWAY_URL}, and for its token in {@code TAP_PROVIDER_TOKEN} or in the file that
 * a running gateway keeps below {@code COPILOT_HOME} ({@code ~/.copilot}).
 */
public final class Program {
    private static final int FAREWELL_SECONDS = 2;

    private Program() {}

    /** Runs a provider that does nothing by itself. */
    public static void run(Provider provider) {
        run(provider, running -> {});
    }

    /**
     * Runs a provider until it is told to stop.
     *
     * @param begin begins what the provider does by itself, on threads that do not keep the process alive
     */
    public static void run(Provider provider, Consumer<BoundProvider> begin) {
        try {
            connected(provider, begin);
        } catch (IOException e) {
            giveUp("No token: " + Credentials.TOKEN_VARIABLE + " is not set, and " + e.getMessage()
                    + " Start one with ./tapgateway run");
        } catch (IllegalArgumentException | IllegalStateException e) {
            giveUp(String.valueOf(e.getMessage()));
        }
    }

    private static void connected(Provider provider, Consumer<BoundProvider> begin) throws IOException {
        Credentials credentials = credentials();
        // The SDK would wait for a token to appear; a person who starts a program wants to know at once.
        var unused = credentials.next(provider.identity());
        BoundProvider running = WebSocketProvider.connect(credentials, provider);
        Thread farewell = new Thread(() -> leave(running), "farewell");
        Runtime.getRuntime().addShutdownHook(farewell);
        begin.accept(running);
        running.whenEnded().toCompletableFuture().join();
        // Otherwise the program was stopped, and says farewell.
        if (farewell.getState() == Thread.State.NEW) {
            System.exit(1);
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

    private static void leave(BoundProvider running) {
        say("Leaving");
        running.goodbye("the provider was stopped");
        try {
            running.whenEnded().toCompletableFuture().get(FAREWELL_SECONDS, TimeUnit.SECONDS);
            say("Left");
        } catch (TimeoutException | ExecutionException e) {
            say("The gateway did not answer the goodbye");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A line for whoever watches the program. */
    public static void say(String line) {
        System.out.println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + "  " + line);
    }

    /** Ends the program, with one sentence about why. */
    public static void giveUp(String sentence) {
        System.err.println(sentence);
        System.exit(1);
    }
}
