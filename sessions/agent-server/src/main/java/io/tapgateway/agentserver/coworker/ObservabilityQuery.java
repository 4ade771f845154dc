package io.tapgateway.agentserver.coworker;

import io.tapgateway.protocol.json.JsonValue;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A question about logs, metrics or traces (W-065). Immutable.
 *
 * @param text in the language of its kind
 * @param fromMs where it looks, in milliseconds of the epoch
 * @param limit how many entries are wanted: 1 to {@value #MOST}
 */
public record ObservabilityQuery(Kind kind, String text, long fromMs, long toMs, int limit) {
    static final int USUAL = 200;
    static final int MOST = 10_000;

    /** What is asked about. */
    public enum Kind {
        LOGS("logql"),
        METRICS("promql"),
        TRACES("traceql");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        static Set<String> words() {
            return Arrays.stream(values()).map(Kind::word).collect(Collectors.toUnmodifiableSet());
        }

        private static Kind of(JsonValue object) {
            String word = object.get("queryType").orElseThrow().asString();
            return Arrays.stream(values())
                    .filter(it -> it.word.equals(word))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** What a client asks; its fields have been looked at. */
    static ObservabilityQuery of(JsonValue query, Instant now) {
        long to = query.get("toMs").map(ObservabilityQuery::floored).orElse(now.toEpochMilli());
        long from =
                query.get("fromMs").map(ObservabilityQuery::floored).orElse(to - Observability.WINDOW_SECONDS * 1_000L);
        int limit = query.get("limit")
                .map(it -> (int) Math.min(MOST, it.asDouble()))
                .orElse(USUAL);
        return new ObservabilityQuery(Kind.of(query), text(query), from, to, limit);
    }

    /** What is asked for a check, up to now. */
    static ObservabilityQuery ofCheck(JsonValue check, Instant now) {
        long to = now.toEpochMilli();
        long window = (long) (check.get("windowSec").orElseThrow().asDouble() * 1_000);
        return new ObservabilityQuery(Kind.of(check), text(check), to - window, to, USUAL);
    }

    private static String text(JsonValue object) {
        return EcmaText.trim(object.get("query").orElseThrow().asString());
    }

    private static long floored(JsonValue number) {
        return (long) Math.floor(number.asDouble());
    }
}
