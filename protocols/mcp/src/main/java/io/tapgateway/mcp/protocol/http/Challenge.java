package io.tapgateway.mcp.protocol.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says to whom it does not let in: with HTTP status 401 for want of a token, or with 403 since the token
 * is good for too little. Immutable.
 *
 * @param metadata where it says who gives out tokens for it, as it was sent
 * @param scope what a token must be good for
 * @param wantsMore whether there was a token, and it is good for too little (RFC 6750, 3.1)
 */
public record Challenge(Optional<String> metadata, TokenScope scope, boolean wantsMore) {
    /** Nothing was said. */
    public static final Challenge NONE = new Challenge(Optional.empty(), TokenScope.UNNAMED, false);

    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_]{1,50})\\s*=\\s*(?:\"([^\"]*)\"|([^\\s,\"]+))");

    /** Of a longer header the beginning is read. */
    private static final int MAX_CHARACTERS = 4_096;

    private static final String TOO_LITTLE = "insufficient_scope";

    /** Reads a {@code WWW-Authenticate}; what is not understood says nothing. */
    public static Challenge read(String header) {
        Challenge found = NONE;
        Matcher parameter = PARAMETER.matcher(header.substring(0, Math.min(header.length(), MAX_CHARACTERS)));
        while (parameter.find()) {
            found = found.with(
                    parameter.group(1), parameter.group(2) == null ? parameter.group(3) : parameter.group(2));
        }
        return found;
    }

    private Challenge with(String name, String value) {
        if (name.equalsIgnoreCase("resource_metadata")) {
            return new Challenge(Optional.of(value), scope, wantsMore);
        }
        if (name.equalsIgnoreCase("scope")) {
            return new Challenge(metadata, TokenScope.of(value), wantsMore);
        }
        return name.equalsIgnoreCase("error") ? new Challenge(metadata, scope, value.equals(TOO_LITTLE)) : this;
    }

    /** What the server wants, for people and agents. */
    String reason() {
        if (!wantsMore) {
            return "it wants its user to log in";
        }
        return "it wants a login of its user that is good for "
                + (scope.isUnnamed() ? "more than the present one" : "'" + scope.text() + "'");
    }
}
