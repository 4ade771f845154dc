package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What people are told of how a provider fares: one line that says what is the case and what to do about it, and
 * nothing for as long as that stays the same (L-006). Thread-safe.
 */
final class Reports {
    private static final String SPAWN = "for programs that the user has started: tapgateway spawn NAME -- COMMAND";
    private static final double MILLIS_PER_SECOND = 1_000;

    private final SerialCallbacks callbacks;
    private final UserCode code;

    /** The latest line of all connections, without times. */
    private final AtomicReference<String> latest;

    /** Why the connection is about to end. */
    private final AtomicReference<Optional<String>> reason = new AtomicReference<>(Optional.empty());

    Reports(SerialCallbacks callbacks, UserCode code) {
        this(callbacks, code, new AtomicReference<>(""));
    }

    private Reports(SerialCallbacks callbacks, UserCode code, AtomicReference<String> latest) {
        this.callbacks = callbacks;
        this.code = code;
        this.latest = latest;
    }

    /** Of another connection of the same provider. */
    Reports elsewhere() {
        return new Reports(callbacks, code, latest);
    }

    void joined(Binding binding) {
        say("joined session " + binding.sessionId() + " as " + binding.providerId(), "");
    }

    /** There is no session that the provider wants to join. */
    void waits(Optional<SessionId> before) {
        say(
                before.map(session -> hasEnded(session) + "; waiting for another one")
                        .orElse("connected; waiting for a session to join"),
                "");
    }

    /** The provider goes on in others. */
    void ended(Optional<SessionId> before) {
        before.ifPresent(session -> say(hasEnded(session), ""));
    }

    private static String hasEnded(SessionId session) {
        return "session " + session + " has ended";
    }

    /** There are more sessions than it joins. */
    void tooMany(int most) {
        say("there are more than " + most + " sessions: others are joined when one of these has ended", "");
    }

    /** Why the connection will end, of which {@link #again} or {@link #over} tells. */
    void because(String why) {
        reason.set(Optional.of(why));
    }

    /**
     * There will be another attempt.
     *
     * @param otherwise why, unless that is known already
     */
    void again(String otherwise, Duration pause) {
        String why = reason.getAndSet(Optional.empty()).orElse(otherwise);
        say(why, String.format(Locale.ROOT, "; trying again in %.1f s", pause.toMillis() / MILLIS_PER_SECOND));
    }

    /** There will be no other attempt. */
    void over() {
        reason.getAndSet(Optional.empty()).ifPresent(why -> say(why, ""));
    }

    private void say(String line, String time) {
        if (!line.equals(latest.getAndSet(line))) {
            callbacks.tell(() -> code.listener().report(line + time));
        }
    }

    /** What a refused {@code hello} means; the gateway names the tool, the field or the right that it is about. */
    static String refusedHello(ErrorMessage error, boolean hasRules) {
        String message = full(error.message());
        String what = "the gateway refuses this provider: " + message;
        String sentence = switch (error.code()) {
            case TOOL_CONFLICT -> message + " Rename the tool, or stop whoever has it";
            case DUPLICATE_INSTANCE -> message + " Stop the other one, or give each an instance of its own";
            case RATE_LIMITED -> message + " Too much in too short a time";
            case UNSUPPORTED_VERSION -> message + " Update this library, or the gateway";
            case UNAUTHORIZED -> what + (hasRules ? " Rules, transforms and context are " : " This is ") + SPAWN;
            case INVALID_JSON, UNKNOWN_TYPE, AUTH_FAILED, INVALID_SESSION, PAYLOAD_TOO_LARGE -> what;
        };
        return sentence + " (" + error.code() + ")";
    }

    /** What the refusal of a credential means. */
    static String refusedCredential(ErrorMessage error, String origin, boolean isRenewable) {
        return error.code() != ErrorCode.AUTH_FAILED
                ? refused(error)
                : "the gateway refuses " + origin + ": "
                        + (isRenewable
                                ? "another gateway has written it"
                                : "it is of another gateway, or of a session that has ended")
                        + " (" + error.code() + ")";
    }

    /** What any other refusal means that ends the connection. */
    static String refused(ErrorMessage error) {
        return "the gateway refuses "
                + error.about().replyTo().map(type -> "'" + type + "'").orElse("a message") + ": "
                + full(error.message()) + " (" + error.code() + ")";
    }

    private static String full(String message) {
        return message.endsWith(".") || message.endsWith("!") || message.endsWith("?") ? message : message + ".";
    }
}
