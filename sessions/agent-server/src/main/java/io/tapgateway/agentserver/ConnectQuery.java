package io.tapgateway.agentserver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a client asks for beside the path when it connects (W-027). Immutable.
 *
 * @param resume the session that it had before
 * @param resumable whether its session is to go on where the connection is lost
 */
record ConnectQuery(Optional<String> resume, boolean resumable) {
    private static final String RESUME = "resumeSessionId=";
    private static final String RESUMABLE = "resumable=1";

    /** @param text as it was sent; what is no parameter of ours is passed over */
    static ConnectQuery of(String text) {
        Optional<String> resume = Optional.empty();
        boolean resumable = false;
        for (String pair : text.split("&", -1)) {
            resumable |= pair.equals(RESUMABLE);
            if (pair.startsWith(RESUME)) {
                resume = Optional.of(decoded(pair.substring(RESUME.length())).strip());
            }
        }
        return new ConnectQuery(resume, resumable);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
