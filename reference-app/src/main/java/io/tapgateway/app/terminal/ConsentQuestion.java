package io.tapgateway.app.terminal;

import java.io.Console;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Asks the person at the terminal for consent. Immutable. */
public final class ConsentQuestion {
    private static final List<String> CONSENT = List.of("y", "yes");

    private ConsentQuestion() {}

    /**
     * Shows what it is about, and waits for the answer; anything but a clear yes is a no.
     *
     * @param about lines that cannot move the cursor
     * @return empty if there is no terminal that a person sits at
     */
    // Where a later Java has a console without a terminal, nobody answers, which is a no.
    @SuppressWarnings("SystemConsoleNull")
    public static Optional<Boolean> isAgreed(List<String> about, String question) {
        Console console = System.console();
        if (console == null) {
            return Optional.empty();
        }
        about.forEach(console.writer()::println);
        String answer = console.readLine("%s [y/N] ", question);
        return Optional.of(answer != null && CONSENT.contains(answer.strip().toLowerCase(Locale.ROOT)));
    }
}
