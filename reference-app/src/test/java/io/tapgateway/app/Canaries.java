package io.tapgateway.app;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Secrets that can be told from everything else, and where each of them may be: a place is a text that begins with what
 * kind of place it is. Thread-safe.
 */
final class Canaries {
    private static final int BASE64_GROUP = 4;

    private final Random random;
    private final Map<String, Canary> all = new ConcurrentHashMap<>();
    private final Set<String> sightings = ConcurrentHashMap.newKeySet();
    private final Set<String> astray = ConcurrentHashMap.newKeySet();

    Canaries(Random random) {
        this.random = random;
    }

    private record Canary(String name, Pattern look, Pattern places) {}

    /** Makes a secret that may be in places that match. */
    String make(String name, String places) {
        String text = "canary" + Long.toHexString(random.nextLong() | Long.MIN_VALUE);
        return know(name, text, places);
    }

    /** Has somebody else's secret be one of these; the first word on it counts. */
    String know(String name, String text, String places) {
        all.computeIfAbsent(text, it -> new Canary(name, look(text), Pattern.compile(places)));
        return text;
    }

    /** As it is, and as credentials of HTTP have it behind a client's name of eight letters. */
    private static Pattern look(String text) {
        if (text.chars().allMatch(Character::isDigit)) {
            return Pattern.compile("(?<![\\d.])" + text + "(?!\\d)");
        }
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        String whole = encoded.substring(0, encoded.length() - BASE64_GROUP);
        return Pattern.compile(Pattern.quote(text) + "|" + Pattern.quote(whole));
    }

    /** Looks for all of them; true if there was one. */
    boolean look(String place, String text) {
        boolean found = false;
        for (Canary each : all.values()) {
            if (each.look().matcher(text).find()) {
                found = true;
                sightings.add(each.name() + ": " + place);
                if (!each.places().matcher(place).matches()) {
                    astray.add(each.name() + ": " + place + ": " + around(each, text));
                }
            }
        }
        return found;
    }

    private static String around(Canary canary, String text) {
        var found = canary.look().matcher(text);
        return found.find()
                ? text.substring(Math.max(0, found.start() - 200), Math.min(text.length(), found.end() + 50))
                : "";
    }

    /** Which was seen where. */
    Set<String> sightings() {
        return Set.copyOf(sightings);
    }

    /** Which was seen where it must not be. */
    List<String> astray() {
        return astray.stream().sorted().toList();
    }
}
