package io.tapgateway.app.terminal;

import io.tapgateway.app.text.Paint;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jline.reader.Candidate;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a person types, on a real terminal only: with a history, and with completion by the tabulator. Ctrl-C ends
 * what is being done or clears the line, Ctrl-D ends the prompt. A panel that is open in the session of the person
 * takes the place of an empty line. Confined to the main thread, but for {@link #tell} and
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
    private final PanelScreen panels;
    private volatile Optional<TypedLine> line = Optional.empty();

    private Prompt(Terminal terminal, Paint paint) {
        this.terminal = terminal;
        this.paint = paint;
        this.panels = new PanelScreen(terminal, paint);
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
    public void tell(String text) {
        line.filter(it -> !panels.above(text)).ifPresent(it -> it.above(text));
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
        TypedLine typed =
                TypedLine.of(builder.completer((editor, parsed, candidates) -> complete(commands, parsed, candidates))
                        .build());
        typed.onEscape(() -> commands.user().ifPresent(SessionUser::clearNotes));
        line = Optional.of(typed);
        terminal.handle(Terminal.Signal.INT, signal -> commands.interrupt());
        Optional<PromptSeat> seat = Optional.empty();
        while (!commands.isOver()) {
            Optional<PromptSeat> here = seatAt(commands.user(), seat, typed);
            seat = here;
            if (isTaken(here)) {
                panels.play(here.orElseThrow());
            }
            Optional<List<String>> words = typed.next(commands.prompt() + "> ", commands.begun(), () -> isTaken(here));
            if (words.isEmpty()) {
                return;
            }
            if (!words.get().isEmpty()) {
                here.ifPresent(PromptSeat::active);
                commands.run(words.get());
            }
        }
    }

    /** Whether a panel is there instead of a line. */
    private static boolean isTaken(Optional<PromptSeat> seat) {
        return seat.flatMap(PromptSeat::panel).isPresent();
    }

    /** Where the person is now. */
    private static Optional<PromptSeat> seatAt(Optional<SessionUser> user, Optional<PromptSeat> seat, TypedLine line) {
        if (seat.isPresent() && user.filter(seat.get()::isAt).isPresent()) {
            return seat;
        }
        seat.ifPresent(PromptSeat::close);
        return user.map(it -> PromptSeat.at(it, line));
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
        line = Optional.empty();
        try {
            terminal.close();
        } catch (IOException e) {
            LOG.debug("The terminal did not close", e);
        }
    }
}
