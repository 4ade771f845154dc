package io.tapgateway.simulation.world;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the reference model, has every invariant judge every step, and remembers the last ones. Confined to one
 * simulation.
 */
public final class InvariantChecker {
    /** How many of the last events a failure shows. */
    private static final int REMEMBERED = 60;

    private static final int LONGEST_LINE = 400;

    /** The beginning of a step, for those who read of it. */
    private record Moment(long step, long at) {
        @Override
        public String toString() {
            return "-- step " + step + " at " + at + " ns";
        }
    }

    private final ReferenceModel reference;
    private final List<Invariant> invariants;
    private final @Nullable MessageDigest digest;
    private final Deque<Object> recent = new ArrayDeque<>();
    private long steps;

    /** @param hashing whether to keep a hash of everything that happens */
    public InvariantChecker(ReferenceModel reference, List<Invariant> invariants, boolean hashing) {
        this.reference = reference;
        this.invariants = List.copyOf(invariants);
        this.digest = hashing ? sha256() : null;
    }

    /** The invariants, with what they counted. */
    public List<Invariant> invariants() {
        return invariants;
    }

    /** How many steps there were. */
    public long steps() {
        return steps;
    }

    /** SHA-256 over everything that happened; empty text unless asked for. */
    public String hash() {
        return digest == null ? "" : HexFormat.of().formatHex(digest.digest());
    }

    /** The last events, oldest first, one a line. */
    public String recent() {
        StringBuilder lines = new StringBuilder();
        recent.forEach(event -> {
            String text = event.toString();
            lines.append("\n  ").append(text, 0, Math.min(text.length(), LONGEST_LINE));
        });
        return lines.toString();
    }

    void begin(Cause cause, long now) {
        steps++;
        remember(new Moment(steps, now));
        remember(cause);
        reference.arriveAt(now);
        for (Invariant invariant : invariants) {
            invariant.onCause(cause, reference);
        }
        reference.begin(cause);
    }

    void enter(Consequence consequence) {
        remember(consequence);
        if (consequence instanceof Consequence.Sent sent) {
            invariants.forEach(invariant -> invariant.onSent(sent, reference));
        } else if (consequence instanceof Consequence.HostDone done) {
            invariants.forEach(invariant -> invariant.onDone(done, reference));
        } else if (consequence instanceof Consequence.Decided decided) {
            invariants.forEach(invariant -> invariant.onDecided(decided, reference));
        }
        reference.enter(consequence);
    }

    void end(Step step) {
        reference.end(step);
        for (Invariant invariant : invariants) {
            invariant.onStep(step, reference);
        }
    }

    /** Nothing can happen any more. */
    void quiet(Step last, int timers) {
        invariants.forEach(invariant -> invariant.onQuiet(last, reference, timers));
    }

    private void remember(Object event) {
        recent.addLast(event);
        if (recent.size() > REMEMBERED) {
            recent.removeFirst();
        }
        if (digest != null) {
            digest.update(event.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
