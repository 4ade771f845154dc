package io.tapgateway.provider;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Hello;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * What a provider proves its identity with at a gateway in another process. Immutable and thread-safe. Neither its text
 * nor an exception shows a token.
 */
public final class Credentials {
    /** The environment variable with the token of a provider that a gateway started. */
    public static final String TOKEN_VARIABLE = "TAP_PROVIDER_TOKEN";

    /** The environment variable with the gateway's address. */
    public static final String URL_VARIABLE = "TAP_GATEWAY_URL";

    private static final String HOME_VARIABLE = "COPILOT_HOME";
    private static final long MAX_FILE_BYTES = 4_096;

    private final TokenSource source;
    private final String origin;
    private final boolean renewable;
    private final Optional<Function<String, CompletionStage<String>>> codePrompt;
    private final Optional<URI> gatewayUrl;

    private interface TokenSource {
        Optional<String> token() throws IOException;
    }

    private Credentials(
            TokenSource source,
            String origin,
            boolean renewable,
            Optional<Function<String, CompletionStage<String>>> codePrompt,
            Optional<URI> gatewayUrl) {
        this.source = source;
        this.origin = origin;
        this.renewable = renewable;
        this.codePrompt = codePrompt;
        this.gatewayUrl = gatewayUrl;
    }

    /**
     * A token that the program got from whoever let it in, such as the host's {@code issueSpawnToken}; white space
     * around it is removed. It says nothing about where the gateway is: see {@link #at}.
     *
     * @throws IllegalArgumentException if nothing is left, or more than {@link Auth#MAX_TOKEN_LENGTH} characters; the
     *     text does not show it
     */
    public static Credentials token(String token) {
        String stripped = checked(token, "the token given in code");
        return new Credentials(
                () -> Optional.of(stripped), "the token in the code", false, Optional.empty(), Optional.empty());
    }

    /**
     * The token, and the gateway's address if there is one, from {@value #TOKEN_VARIABLE} and {@value #URL_VARIABLE}.
     *
     * @throws IllegalStateException if there is no token in the environment
     */
    public static Credentials fromEnvironment() {
        return fromEnvironment(System.getenv());
    }

    static Credentials fromEnvironment(Map<String, String> environment) {
        String token = environment.getOrDefault(TOKEN_VARIABLE, "");
        if (token.isBlank()) {
            throw new IllegalStateException(TOKEN_VARIABLE
                    + " is not set: start this provider from a session, or use Credentials.fromTokenFile()");
        }
        Optional<URI> url = Optional.ofNullable(environment.get(URL_VARIABLE))
                .filter(text -> !text.isBlank())
                .map(Credentials::parseUrl);
        return new Credentials(token(token).source, "the token in " + TOKEN_VARIABLE, false, Optional.empty(), url);
    }

    /**
     * The token that a running gateway leaves for programs of the same user, in {@code extensions/tap/.provider-token}
     * under {@code COPILOT_HOME} or {@code ~/.copilot}, where {@code ~} is {@code HOME} if that is set. The file is
     * read anew for each connection, since each gateway writes another token.
     */
    public static Credentials fromTokenFile() {
        return fromTokenFile(tokenFile(System.getenv(), Path.of(System.getProperty("user.home", "."))));
    }

    /** As {@link #fromTokenFile()}, from another file. */
    public static Credentials fromTokenFile(Path file) {
        return new Credentials(
                () -> Optional.of(read(file)), "the token in " + file, true, Optional.empty(), Optional.empty());
    }

    /**
     * Pairing: the user reads a code from the session and types it in here (A/trust). Once paired, the token that the
     * gateway gives serves for reconnects.
     *
     * @param codePrompt asks the user, given the gateway's words; called on the provider's executor
     */
    public static Credentials pairing(Function<String, CompletionStage<String>> codePrompt) {
        return new Credentials(
                Optional::empty, "the code that was typed in", false, Optional.of(codePrompt), Optional.empty());
    }

    /** No credential: for gateways that need none. */
    public static Credentials none() {
        return new Credentials(
                Optional::empty, "a provider without a token", false, Optional.empty(), Optional.empty());
    }

    /** These credentials for the gateway at that address. */
    public Credentials at(URI gateway) {
        return new Credentials(source, origin, renewable, codePrompt, Optional.of(gateway));
    }

    /** Where the gateway is, if the credentials say so. */
    public Optional<URI> gatewayUrl() {
        return gatewayUrl;
    }

    /**
     * The credential for the next connection.
     *
     * @param identity claimed when there is no token and the user has to be asked (D-046)
     * @throws IOException if a token should be in a file and cannot be read; the text names the file
     */
    public Auth.Credential next(Hello.Identity identity) throws IOException {
        Optional<String> token = source.token();
        return token.isPresent()
                ? new Auth.Credential.Token(token.get())
                : new Auth.Credential.Pair(Optional.of(identity.name()));
    }

    /** Whether another credential may be found after one was refused, so that another try can succeed. */
    public boolean renewable() {
        return renewable;
    }

    /** What is shown to the gateway, for people: where the token comes from, and never the token itself. */
    public String origin() {
        return origin;
    }

    /** Asks the user for the code that the session shows, if these credentials can. */
    public Optional<Function<String, CompletionStage<String>>> codePrompt() {
        return codePrompt;
    }

    static Path tokenFile(Map<String, String> environment, Path account) {
        String home = environment.getOrDefault(HOME_VARIABLE, "");
        Path user = Path.of(environment.getOrDefault("HOME", ""));
        Path base = home.isBlank() ? (user.isAbsolute() ? user : account).resolve(".copilot") : Path.of(home);
        return base.resolve("extensions").resolve("tap").resolve(".provider-token");
    }

    private static String read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no token file " + file + ": is a gateway running?");
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IOException("the token file " + file + " is too large to be one");
        }
        try {
            return checked(Files.readString(file), "the token file " + file);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage());
        }
    }

    private static String checked(String token, String where) {
        String stripped = token.strip();
        if (stripped.isEmpty() || stripped.length() > Auth.MAX_TOKEN_LENGTH) {
            throw new IllegalArgumentException(
                    where + " must have 1 to " + Auth.MAX_TOKEN_LENGTH + " characters, not " + stripped.length());
        }
        return stripped;
    }

    private static URI parseUrl(String text) {
        try {
            return URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    URL_VARIABLE + " is no address; it should look like ws://127.0.0.1:9400/", e);
        }
    }

    @Override
    public String toString() {
        return "Credentials[****]";
    }
}
