package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.JsonPattern;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code @ pairing …}: what the embedder settles about pairing, what its user does, and the codes the user reads.
 * Confined to the thread of the test.
 */
final class PairingCommands implements TranscriptCommand {
    private static final Pattern CODE = Pattern.compile("Pairing code ([0-9]{6}) ");

    private final Cast cast;
    private final Map<String, TranscriptCommand> byName;
    private final Set<String> captured = new HashSet<>();

    PairingCommands(Cast cast) {
        this.cast = cast;
        this.byName = Map.of(
                "policy", this::policy,
                "target", this::target,
                "open", this::open,
                "close", words -> pairing().closeWindow(),
                "cancel", words -> pairing().cancel(),
                "unlock", words -> pairing().unlock(),
                "code", this::code,
                "status", this::status);
    }

    @Override
    public void run(TranscriptWords words) {
        String verb = words.next();
        TranscriptCommand command = byName.get(verb);
        if (command == null) {
            throw new IllegalArgumentException("there is no command 'pairing " + verb + "'");
        }
        command.run(words);
    }

    private Pairing pairing() {
        return cast.gateway().pairing();
    }

    /** {@code policy deny}, before anything else: the same mode for everybody. */
    private void policy(TranscriptWords words) {
        PairingPolicy.Mode mode = PairingPolicy.Mode.valueOf(words.next().toUpperCase(Locale.ROOT));
        cast.settings().pairing(PairingPolicy.always(mode));
    }

    /** {@code target s2}, before anything else: codes appear in that session. */
    private void target(TranscriptWords words) {
        SessionId session = new SessionId(words.next());
        cast.settings().pairingTarget(active -> Optional.of(session));
    }

    /** {@code open [5m]}. */
    private void open(TranscriptWords words) {
        if (words.isEmpty()) {
            pairing().openWindow();
        } else {
            pairing().openWindow(TranscriptWords.duration(words.next()));
        }
    }

    /**
     * {@code code [of=s1] as C}: the newest code in the session's timeline, which over sockets may come after the
     * peer's reply and is one that was not captured before; {@code code [of=s1] wrong as W}: another.
     */
    private void code(TranscriptWords words) {
        String name = words.takeName();
        Cast.Host host = cast.host(words.option("of").orElse(""));
        if (words.takes("wrong")) {
            cast.captures().put(name, JsonValue.of(unlike(newest(host, Set.of()))));
            return;
        }
        String code = newest(host, captured);
        captured.add(code);
        cast.captures().put(name, JsonValue.of(code));
    }

    private String newest(Cast.Host host, Set<String> old) {
        cast.holds(() -> shown(host).filter(code -> !old.contains(code)).isPresent());
        return shown(host)
                .filter(code -> !old.contains(code))
                .orElseThrow(() -> new AssertionError("no new pairing code was shown"));
    }

    private static Optional<String> shown(Cast.Host host) {
        List<String> codes = host.recorded().timeline().stream()
                .filter(entry -> entry.level() == TimelineEntry.Level.PAIRING)
                .map(entry -> CODE.matcher(entry.text()))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .toList();
        return codes.isEmpty() ? Optional.empty() : Optional.of(codes.get(codes.size() - 1));
    }

    private static String unlike(String code) {
        return code.charAt(0) == '0' ? "1" + code.substring(1) : "0" + code.substring(1);
    }

    /** {@code status {…}}. */
    private void status(TranscriptWords words) {
        JsonPattern expected = JsonPattern.parse(words.remainder());
        cast.holds(() -> expected.mismatch(Json.pairing(pairing().status()), cast.captures())
                .isEmpty());
        JsonValue actual = Json.pairing(pairing().status());
        expected.mismatch(actual, cast.captures()).ifPresent(difference -> {
            throw new AssertionError("got " + actual + "\n  because " + difference);
        });
    }
}
