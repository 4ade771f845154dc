package io.tapgateway.conformance;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What came of a case. Immutable.
 *
 * @param reason why it was skipped or not run; otherwise empty
 */
public record CaseResult(
        ConformanceCase played, Outcome outcome, Duration time, String reason, Optional<Departure> departure) {
    /** How it ended. */
    public enum Outcome {
        PASSED,
        FAILED,
        /** It cannot be played where the gateway is. */
        SKIPPED,
        /** There was no time left. */
        NOT_RUN;

        /** For people and programs. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Where a gateway has left the protocol. Immutable.
     *
     * @param sentence what the protocol says there
     * @param line the line of the transcript
     * @param difference what was expected, and what came
     * @param conversation what was said until then, a line for each message
     */
    public record Departure(String sentence, String line, String difference, List<String> conversation) {
        public Departure {
            conversation = List.copyOf(conversation);
        }
    }

    /** It was kept to. */
    public static CaseResult passed(ConformanceCase played, Duration time) {
        return new CaseResult(played, Outcome.PASSED, time, "", Optional.empty());
    }

    /** It was not. */
    public static CaseResult failed(ConformanceCase played, Duration time, Departure departure) {
        return new CaseResult(played, Outcome.FAILED, time, "", Optional.of(departure));
    }

    /** It was not played, for that reason. */
    public static CaseResult without(ConformanceCase played, Outcome outcome, String reason) {
        return new CaseResult(played, outcome, Duration.ZERO, reason, Optional.empty());
    }
}
