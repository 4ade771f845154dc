package io.tapgateway.mcp.protocol.http;

import java.util.Locale;
import java.util.Optional;

/**
 * What the head of an answer says that the protocol knows, as it was sent. Immutable.
 *
 * @param contentType of the body
 * @param session of {@code Mcp-Session-Id}
 * @param location of a redirect
 * @param challenge of {@code WWW-Authenticate}
 */
public record AnswerHead(
        int status,
        Optional<String> contentType,
        Optional<String> session,
        Optional<String> location,
        Optional<String> challenge) {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    /** A head with nothing but a status. */
    public static AnswerHead of(int status) {
        return new AnswerHead(status, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** What a login would have to bring that is missing; empty if it is something else. */
    Optional<Challenge> missingLogin() {
        Challenge said = challenge.map(Challenge::read).orElse(Challenge.NONE);
        return status == UNAUTHORIZED || (status == FORBIDDEN && said.wantsMore())
                ? Optional.of(said)
                : Optional.empty();
    }

    boolean isGood() {
        return status >= 200 && status < 300;
    }

    boolean isRedirect() {
        return status >= 300 && status < 400 && status != 304;
    }

    /** Whether the method and the body go along to where it leads. */
    boolean keepsMethod() {
        return status == 307 || status == 308;
    }

    boolean isOf(String type) {
        return contentType
                .map(it -> it.indexOf(';') < 0 ? it : it.substring(0, it.indexOf(';')))
                .filter(it -> it.strip().toLowerCase(Locale.ROOT).equals(type))
                .isPresent();
    }
}
