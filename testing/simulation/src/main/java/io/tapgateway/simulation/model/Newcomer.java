package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** How a provider gets in that was given no token: by a code that a user types, rightly or wrongly. Confined to one simulation. */
final class Newcomer {
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

    private final Town town;
    private final String name;
    private final boolean hostile;
    private final Dice dice;
    private final Optional<String> origin;
    private Optional<String> token = Optional.empty();

    Newcomer(Town town, String name, boolean hostile, Dice dice) {
        this.town = town;
        this.name = name;
        this.hostile = hostile;
        this.dice = dice;
        this.origin = dice.pick(ORIGINS);
    }

    /** From where it comes. */
    Optional<String> origin() {
        return origin;
    }

    /** What it begins with. */
    String auth() {
        if (token.isPresent() && dice.chance(0.95)) {
            return Phrases.message("auth", "token", token.get());
        }
        return dice.chance(0.3)
                ? Phrases.message("auth", "mode", "pair", "name", name)
                : Phrases.message("auth", "mode", "pair");
    }

    /** It was let in. */
    void admit(Optional<String> issued) {
        issued.ifPresent(town::throwAway);
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
        if (dice.chance(0.1)) {
            return;
        }
        String shown = town.gateway().user().codeFor(origin).orElse("none");
        boolean right = dice.chance(hostile ? 0.25 : 0.85);
        String typed = right ? shown : wrong(shown);
        voice.say(hesitation(), Phrases.message("auth.confirm", "code", typed));
        if (hostile && dice.chance(0.2)) {
            voice.say(hesitation(), Phrases.message("auth.confirm", "code", shown));
        }
    }

    private long hesitation() {
        return dice.chance(0.15)
                ? TimeUnit.MILLISECONDS.toNanos(dice.between(LAST_MOMENT_MILLIS, TOO_LATE_MILLIS))
                : dice.duration(SLOWEST_TYPIST_MILLIS);
    }

    /** Somebody else's, an old one, or none at all. */
    private String wrong(String shown) {
        return switch (dice.between(0, 4)) {
            case 0, 1 -> dice.pick(town.gateway().user().codes());
            case 2 -> shown + shown;
            case 3 -> "";
            default -> "123456";
        };
    }
}
