package io.tapgateway.conformance;

import io.tapgateway.conformance.CaseResult.Departure;
import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What came of all cases. Immutable.
 *
 * @param seed of their order
 */
public record ConformanceReport(long seed, List<CaseResult> results) {
    public ConformanceReport {
        results = results.stream()
                .sorted(Comparator.comparing(result -> result.played().id()))
                .toList();
    }

    /** Whether nothing failed, everything was played that could be, and something was. */
    public boolean passed() {
        return count(Outcome.PASSED) > 0 && count(Outcome.FAILED) == 0 && count(Outcome.NOT_RUN) == 0;
    }

    /** How many ended so. */
    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    /** For people: what failed, what the protocol says there and what was said, then a line for each profile. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        results.forEach(result -> result.departure().ifPresent(it -> lines.addAll(lines(result, it))));
        for (ConformanceProfile profile : ConformanceProfile.values()) {
            ConformanceReport part = new ConformanceReport(
                    seed,
                    results.stream()
                            .filter(it -> it.played().profile() == profile)
                            .toList());
            if (!part.results().isEmpty()) {
                lines.add("%-8s %4d passed, %d failed, %d skipped, %d not run"
                        .formatted(
                                profile.label(),
                                part.count(Outcome.PASSED),
                                part.count(Outcome.FAILED),
                                part.count(Outcome.SKIPPED),
                                part.count(Outcome.NOT_RUN)));
            }
        }
        lines.add("The order of the cases is that of --seed " + seed + ".");
        return lines;
    }

    private static List<String> lines(CaseResult result, Departure departure) {
        List<String> lines = new ArrayList<>();
        lines.add("FAILED " + result.played().id() + " ("
                + result.played().profile().label() + ")");
        if (!departure.sentence().isEmpty()) {
            lines.add("  it says:  " + departure.sentence());
        }
        lines.add("  at:       " + departure.line());
        departure.difference().lines().forEach(line -> lines.add("  " + line));
        lines.add("  read:     " + String.join(", ", result.played().rulings()));
        departure.conversation().forEach(line -> lines.add("    " + line));
        lines.add("");
        return lines;
    }

    /** For programs. */
    public JsonValue json() {
        return JsonWriter.toValue(out -> out.flag("passed", passed())
                .number("seed", seed)
                .value(
                        "cases",
                        JsonValue.array(
                                results.stream().map(ConformanceReport::json).toList())));
    }

    private static JsonValue json(CaseResult result) {
        return JsonWriter.toValue(out -> {
            out.text("id", result.played().id())
                    .text("profile", result.played().profile().label())
                    .texts("rulings", result.played().rulings())
                    .text("outcome", result.outcome().label())
                    .number("millis", result.time().toMillis());
            if (!result.reason().isEmpty()) {
                out.text("reason", result.reason());
            }
            result.departure()
                    .ifPresent(it -> out.text("sentence", it.sentence())
                            .text("line", it.line())
                            .text("difference", it.difference())
                            .texts("conversation", it.conversation()));
        });
    }

    /** For tools that read what JUnit writes. */
    public String junit() {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<testsuite name=\"conformance\" tests=\"%d\" failures=\"%d\" skipped=\"%d\">\n"
                .formatted(results.size(), count(Outcome.FAILED) + count(Outcome.NOT_RUN), count(Outcome.SKIPPED)));
        results.forEach(result -> xml.append(junit(result)));
        return xml.append("</testsuite>\n").toString();
    }

    private static String junit(CaseResult result) {
        String inside = switch (result.outcome()) {
            case PASSED -> "";
            case SKIPPED -> "<skipped message=\"" + escaped(result.reason()) + "\"/>";
            case NOT_RUN -> "<failure message=\"" + escaped(result.reason()) + "\"/>";
            case FAILED ->
                "<failure message=\""
                        + escaped(result.departure().map(Departure::sentence).orElse(""))
                        + "\">"
                        + escaped(String.join(
                                "\n",
                                result.departure().map(it -> lines(result, it)).orElse(List.of())))
                        + "</failure>";
        };
        return "  <testcase classname=\"%s\" name=\"%s\" time=\"%d.%03d\">%s</testcase>\n"
                .formatted(
                        result.played().profile().label(),
                        escaped(result.played().id()),
                        result.time().toSeconds(),
                        result.time().toMillisPart(),
                        inside);
    }

    private static String escaped(String text) {
        return text.replaceAll("[^\\n\\t\\x20-\\uD7FF\\uE000-\\uFFFD]", "\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
