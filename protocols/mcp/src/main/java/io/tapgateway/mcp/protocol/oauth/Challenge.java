package io.tapgateway.mcp.protocol.oauth;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says with HTTP status 401. Immutable.
 *
 * @param metadata where it says who gives out tokens for it, as it was sent
 * @param scope what a token must be good for
 */
public record Challenge(Optional<String> metadata, Optional<String> scope) {
    /** Nothing was said. */
    public static final Challenge NONE = new Challenge(Optional.empty(), Optional.empty());

    private static final Pattern PARAMETER = Pattern.compile("([A-Za-z_]{1,50})\\s*=\\s*(?:\"([^\"]*)\"|([^\\s,\"]+))");
    private static final int MAX_CHARACTERS = 4_096;

    /** Reads a {@code WWW-Authenticate}; what is not understood says nothing. */
    public static Challenge read(String header) {
        Optional<String> metadata = Optional.empty();
        Optional<String> scope = Optional.empty();
        Matcher found = PARAMETER.matcher(header.substring(0, Math.min(header.length(), MAX_CHARACTERS)));
        while (found.find()) {
            String value = found.group(2) == null ? found.group(3) : found.group(2);
            if (found.group(1).equalsIgnoreCase("resource_metadata")) {
                metadata = Optional.of(value);
            } else if (found.group(1).equalsIgnoreCase("scope")) {
                scope = Optional.of(value);
            }
        }
        return new Challenge(metadata, scope);
    }
}
