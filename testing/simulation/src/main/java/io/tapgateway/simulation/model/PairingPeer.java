package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How a provider gets in that was given no token: by a code that a user types, rightly or wrongly. Confined to one
 * simulation.
 */
final class PairingPeer {
    /** Several come from the same place; one place may ask only while there is a window. */
    private static final List<Optional<String>> ORIGINS = List.of(
            Optional.empty(),
            Optional.of("http://localhost:5173"),
            Optional.of("http://localhost:5173"),
            Optional.of("http://127.0.0.1:8080"),
            Optional.of("http://[::1]:3000"),
            Optional.of("https://app.example"));

    private static final long SLOWEST_TYPIST_MILLIS = 15_000;
    private static final int LAST_MOMENT_MILLIS = 110_000;
    private static final int TOO_LATE_MILLIS = 130_000;

    private final Environment environment;
    private final String name;
    private final boolean hostile;
    private final RandomSource random;
    private final Optional<String> origin;
    private Optional<String> token = Optional.empty();

    PairingPeer(Environment environment, String name, boolean hostile, RandomSource random) {
        this.environment = environment;
        this.name = name;
        this.hostile = hostile;
        this.random = random;
        this.origin = random.pick(ORIGINS);
    }

    /** From where it comes. */
    Optional<String> origin() {
        return origin;
    }

    /** What it begins with. */
    String auth() {
        if (token.isPresent() && random.chance(0.95)) {
            return RandomMessages.message("auth", "token", token.get());
        }
        return random.chance(0.3)
                ? RandomMessages.message("auth", "mode", "pair", "name", name)
                : RandomMessages.message("auth", "mode", "pair");
    }

    /** It was let in. */
    void admit(Optional<String> issued) {
        issued.ifPresent(environment::throwAway);
        token = issued.or(() -> token);
    }

    /** What it has is good for nothing: it has to ask again. */
    void forget() {
        token = Optional.empty();
    }

    /** Says something, after some nanoseconds. */
    @FunctionalInterface
    interface Voice {
        void say(long delay, String text);
    }

    /** A user is asked for the code that a session shows, and mostly types it soon. */
    void ask(Voice voice) {
        if (random.chance(0.1)) {
            return;
        }
        String shown = environment.gateway().user().codeFor(origin).orElse("none");
        boolean right = random.chance(hostile ? 0.25 : 0.85);
        String typed = right ? shown : wrong(shown);
        voice.say(hesitation(), RandomMessages.message("auth.confirm", "code", typed));
        if (hostile && random.chance(0.2)) {
            voice.say(hesitation(), RandomMessages.message("auth.confirm", "code", shown));
        }
    }

    private long hesitation() {
        return random.chance(0.15)
                ? TimeUnit.MILLISECONDS.toNanos(random.between(LAST_MOMENT_MILLIS, TOO_LATE_MILLIS))
                : random.duration(SLOWEST_TYPIST_MILLIS);
    }

    /** Somebody else's, an old one, or none at all. */
    private String wrong(String shown) {
        return switch (random.between(0, 4)) {
            case 0, 1 -> random.pick(environment.gateway().user().codes());
            case 2 -> shown + shown;
            case 3 -> "";
            default -> "123456";
        };
    }
}
