package io.tapgateway.app.console;

import io.tapgateway.runtime.Secret;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The name under which browsers find the console, which together with a port makes its origin. It is new with every
 * start, so nobody can have served a page there before and left something in the browser (T-53). Immutable.
 */
public record ConsoleOrigin(String name) {
    /** For browsers that do not find names below {@code localhost}; the port has to be new instead. */
    public static final ConsoleOrigin BY_ADDRESS = new ConsoleOrigin("127.0.0.1");

    /** What asks to be signed in. */
    public static final String SIGN_IN = "/sign-in";

    /** What every name below that leads browsers to this machine ends in. */
    private static final String LOCAL = ".localhost";

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int CHARACTERS = 16;

    /**
     * A name that nobody knows.
     *
     * @param random must be fit for secrets
     */
    public static ConsoleOrigin fresh(RandomGenerator random) {
        return new ConsoleOrigin(random.ints(CHARACTERS, 0, ALPHABET.length())
                .mapToObj(ALPHABET::charAt)
                .map(String::valueOf)
                .collect(Collectors.joining("", "", LOCAL)));
    }

    /** Whether a {@code Host} is the console of an earlier start, or of nobody. */
    public static boolean mayHaveBeen(String host, int port) {
        return host.toLowerCase(Locale.ROOT).endsWith(LOCAL + ":" + port);
    }

    /** What browsers send as {@code Host}. */
    public String host(int port) {
        return name + ":" + port;
    }

    /** What browsers send as {@code Origin}. */
    public String at(int port) {
        return "http://" + host(port);
    }

    /** The address that signs a browser in. */
    public String link(int port, Secret code) {
        return at(port) + SIGN_IN + "?code=" + code.reveal();
    }

    /**
     * The cookie that a browser shows.
     *
     * @param headers all that it has sent under that name
     */
    public String cookie(List<String> headers, int port) {
        String start = cookieName(port) + "=";
        return headers.stream()
                .flatMap(header -> Stream.of(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(start))
                .map(pair -> pair.substring(start.length()))
                .findFirst()
                .orElse("");
    }

    /** Sets the cookie. An address has one jar for all of its ports; a fresh name has one of its own. */
    public String setCookie(String value, int port) {
        return cookieName(port) + "=" + value + "; Path=/; HttpOnly; SameSite=Strict"
                + (isByAddress() ? "" : "; Secure");
    }

    private String cookieName(int port) {
        return isByAddress() ? "tapgateway-" + port : "__Host-tapgateway";
    }

    private boolean isByAddress() {
        return equals(BY_ADDRESS);
    }
}
