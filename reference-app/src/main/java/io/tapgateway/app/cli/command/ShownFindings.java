package io.tapgateway.app.cli.command;

import io.tapgateway.app.doctor.DoctorFinding;
import io.tapgateway.app.text.Span;
import io.tapgateway.app.text.Tone;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Shows what an examination has found, and what to do about it. Confined to the main thread. */
public final class ShownFindings {
    private final Output output;

    public ShownFindings(Output output) {
        this.output = output;
    }

    /**
     * Shows them, in lines or as one JSON document.
     *
     * @return the exit code, which says whether something fails
     */
    public int show(List<DoctorFinding> findings, boolean json) {
        return show(findings, json, out -> {});
    }

    /**
     * The same.
     *
     * @param more what the document says besides
     * @return the exit code
     */
    public int show(List<DoctorFinding> findings, boolean json, Consumer<JsonWriter> more) {
        boolean fails = findings.stream().anyMatch(finding -> finding.verdict() == DoctorFinding.Verdict.FAIL);
        if (json) {
            output.json(
                    out -> more.accept(out.flag("ok", !fails).objects("findings", findings, ShownFindings::finding)));
        } else {
            int width =
                    findings.stream().mapToInt(it -> it.check().length()).max().orElse(0);
            findings.forEach(it -> tell(it, width));
        }
        return fails ? CommandParser.FAILURE : 0;
    }

    private void tell(DoctorFinding finding, int width) {
        output.line(List.of(
                new Span(tone(finding.verdict()), String.format(Locale.ROOT, "%-4s", finding.verdict())),
                Span.plain("  "),
                new Span(Tone.NAME, String.format(Locale.ROOT, "%-" + width + "s", finding.check())),
                Span.plain("  " + finding.sentence())));
        if (!finding.advice().isEmpty()) {
            output.advise(" ".repeat("FAIL    ".length() + width) + finding.advice());
        }
    }

    private static Tone tone(DoctorFinding.Verdict verdict) {
        return switch (verdict) {
            case OK -> Tone.GOOD;
            case WARN -> Tone.NOTABLE;
            case FAIL -> Tone.BAD;
        };
    }

    private static void finding(JsonWriter out, DoctorFinding finding) {
        out.text("check", finding.check())
                .text("verdict", finding.verdict().label())
                .text("sentence", finding.sentence());
        if (!finding.advice().isEmpty()) {
            out.text("advice", finding.advice());
        }
    }
}
