package io.tapgateway.transport.ws.handshake;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shape of an {@code Origin} header as browsers write it (RFC 6454, section 6.2). Stateless. */
public final class WebOrigin {
    private static final int MAX_LENGTH = 512;
    private static final Pattern SHAPE = Pattern.compile(
            "([a-z][a-z0-9+.-]*)://([a-z0-9_-]+(?:\\.[a-z0-9_-]+)*\\.?|\\[[0-9a-f:.]+])(?::([1-9][0-9]{0,4}))?");
    private static final Map<String, Integer> DEFAULT_PORTS = Map.of("http", 80, "https", 443, "ws", 80, "wss", 443);
    private static final int MAX_PORT = 65_535;

    private WebOrigin() {}

    /**
     * Whether this names one origin: not {@code null}, no {@code file:}, no path, no user, nothing browsers leave out.
     */
    public static boolean isWellFormed(String origin) {
        if (origin.length() > MAX_LENGTH) {
            return false;
        }
        Matcher matcher = SHAPE.matcher(origin);
        if (!matcher.matches() || matcher.group(1).equals("file")) {
            return false;
        }
        String port = matcher.group(3);
        return port == null || (Integer.parseInt(port) <= MAX_PORT && !port.equals(defaultPort(matcher.group(1))));
    }

    private static String defaultPort(String scheme) {
        return String.valueOf(DEFAULT_PORTS.getOrDefault(scheme, 0));
    }
}
