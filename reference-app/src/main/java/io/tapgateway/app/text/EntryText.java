package io.tapgateway.app.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What people read of an entry of a timeline or a stream. Immutable. */
public final class EntryText {
    private EntryText() {}

    /** When, how important, and by whom: one line. */
    public static List<Span> timed(String time, String level, String source, String text) {
        List<Span> line = new ArrayList<>(List.of(
                new Span(Tone.FAINT, time),
                Span.plain("  "),
                new Span(tone(level), String.format(Locale.ROOT, "%-8s", level)),
                Span.plain("  ")));
        line.addAll(said(level, source, text));
        return line;
    }

    /** By whom, without when. */
    public static List<Span> said(String level, String source, String text) {
        Span what = new Span(isAboutItself(level) ? tone(level) : Tone.PLAIN, text);
        return source.isEmpty() ? List.of(what) : List.of(new Span(Tone.NAME, source), Span.plain(": "), what);
    }

    /** A code or a warning must not pass for what a provider has to say. */
    private static boolean isAboutItself(String level) {
        return level.equals("pairing") || level.equals("warning") || level.equals("progress");
    }

    private static Tone tone(String level) {
        return switch (level) {
            case "pairing" -> Tone.LOUD;
            case "warning" -> Tone.NOTABLE;
            case "inject" -> Tone.GOOD;
            case "progress", "keep", "info", "provider" -> Tone.FAINT;
            default -> Tone.PLAIN;
        };
    }
}
