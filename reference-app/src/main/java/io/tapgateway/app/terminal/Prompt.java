package io.tapgateway.app.terminal;

import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.PlainText;
import java.io.IOError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a person types, on a real terminal only: with a history, and with completion by the tabulator. Ctrl-C ends
 * what is being done or clears the line, Ctrl-D ends the prompt. Confined to the main thread, but for {@link #tell} and
 * {@link #readWhile}.
 */
public final class Prompt implements AnswerLines, AutoCloseable {
    /** How many lines are remembered. */
    static final int HISTORY_LINES = 1_000;

    private static final int MAX_ABOUT = 80;
    private static final long ANSWER_POLL_MILLIS = 200;

    private static final Logger LOG = LoggerFactory.getLogger(Prompt.class);

    private final Terminal terminal;
    private final Paint paint;
    private final LineReaderBuilder builder;
    private volatile Optional<LineReader> reader = Optional.empty();

    private Prompt(Terminal terminal, Paint paint) {
        this.terminal = terminal;
        this.paint = paint;
        this.builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("tapgateway")
                .parser(new PromptParser())
                .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
                .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "%M> ")
                // A "!" in what somebody says is no request for an earlier line.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                // As in shells, a blank before the line keeps it out of the history.
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true)
                .option(LineReader.Option.HISTORY_REDUCE_BLANKS, false)
                .option(LineReader.Option.INSERT_TAB, false);
    }

    /** The terminal of this process; empty if there is none that a person sits at. */
    public static Optional<Prompt> onTerminal() {
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    .nativeSignals(true)
                    .signalHandler(Terminal.SignalHandler.SIG_IGN)
                    .build();
            return Optional.of(on(terminal, System.getenv()));
        } catch (IOException | IllegalStateException e) {
            LOG.debug("No prompt: there is no terminal for one", e);
            return Optional.empty();
        }
    }

    /** Some terminal, which is closed with the prompt. */
    static Prompt on(Terminal terminal, Map<String, String> environment) {
        return new Prompt(terminal, Paint.isWanted(environment) ? Paint.COLOURS : Paint.NONE);
    }

    /** How to write on it. */
    public Paint paint() {
        return paint;
    }

    /** For what is said while no line is being typed. */
    public PrintWriter writer() {
        return terminal.writer();
    }

    /** Remembers lines from one time to the next, in a file that is there. */
    public void rememberIn(Path history) {
        builder.variable(LineReader.HISTORY_FILE, history);
    }

    /** Shows a line above the one that is being typed. Thread-safe; nothing happens before {@link #run}. */
    public void tell(String line) {
        try {
            reader.ifPresent(it -> it.printAbove(line));
        } catch (IllegalStateException e) {
            LOG.debug("Nobody is at the terminal any more", e);
        }
    }

    /** Reads from the terminal as it is while no line is being edited. */
    @Override
    public Optional<String> readWhile(BooleanSupplier wanted) {
        StringBuilder line = new StringBuilder();
        try {
            while (wanted.getAsBoolean()) {
                int read = terminal.reader().read(ANSWER_POLL_MILLIS);
                if (read == '\n' || read == '\r') {
                    return Optional.of(line.toString());
                } else if (read >= 0) {
                    line.append((char) read);
                } else if (read == NonBlockingReader.EOF) {
                    return Optional.empty();
                }
            }
        } catch (IOException e) {
            LOG.debug("The terminal has been taken away", e);
        }
        return Optional.empty();
    }

    /** Does what the person types until the person has enough. */
    public void run(PromptCommands commands) {
        LineReader lines = builder.completer((editor, line, candidates) -> complete(commands, line, candidates))
                .build();
        reader = Optional.of(lines);
        terminal.handle(Terminal.Signal.INT, signal -> commands.interrupt());
        while (!commands.isOver()) {
            Optional<List<String>> words = next(lines, commands.prompt() + "> ", commands.begun());
            if (words.isEmpty()) {
                return;
            }
            if (!words.get().isEmpty()) {
                commands.run(words.get());
            }
        }
    }

    /** @return no word at all after a Ctrl-C; empty at the end */
    private static Optional<List<String>> next(LineReader lines, String prompt, String begun) {
        try {
            lines.readLine(prompt, null, (Character) null, begun);
            return Optional.of(lines.getParsedLine().words());
        } catch (UserInterruptException e) {
            return Optional.of(List.of());
        } catch (EndOfFileException e) {
            return Optional.empty();
        } catch (IllegalStateException | IOError e) {
            LOG.debug("The process ends, or the terminal has been taken away", e);
            return Optional.empty();
        }
    }

    private static void complete(PromptCommands commands, ParsedLine line, List<Candidate> candidates) {
        List<String> before = line.words().subList(0, line.wordIndex());
        commands.choices(before, line.word()).stream()
                // Providers choose names, and what is typed for the user must be what the user sees (T-29).
                .filter(choice -> PlainText.of(choice.word()).equals(choice.word()))
                .map(Prompt::candidate)
                .forEach(candidates::add);
    }

    private static Candidate candidate(Choice choice) {
        String about = PlainText.of(choice.about()).replaceAll("\\s+", " ");
        String brief = about.length() <= MAX_ABOUT ? about : about.substring(0, MAX_ABOUT - 1) + "…";
        return new Candidate(
                choice.word(),
                PlainText.of(choice.shown()),
                null,
                brief.isEmpty() ? null : brief,
                null,
                null,
                choice.isComplete());
    }

    @Override
    public void close() {
        reader = Optional.empty();
        try {
            terminal.close();
        } catch (IOException e) {
            LOG.debug("The terminal did not close", e);
        }
    }
}
