package io.tapgateway.app.terminal;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.runtime.Gateway;
import java.io.IOException;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what a person types, on a real terminal only. Confined to the main thread. */
public final class AgentPrompt implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentPrompt.class);

    private final Terminal terminal;

    private AgentPrompt(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The terminal of this process; empty if there is none that a person sits at. */
    public static Optional<AgentPrompt> onTerminal() {
        try {
            Terminal terminal = TerminalBuilder.builder()
                    .system(true)
                    .systemOutput(TerminalBuilder.SystemOutput.SysOut)
                    .dumb(false)
                    // JLine would take Ctrl-C away from this process even while nobody reads.
                    .nativeSignals(false)
                    .build();
            return Optional.of(new AgentPrompt(terminal));
        } catch (IOException | IllegalStateException e) {
            LOG.debug("No prompt: there is no terminal for one", e);
            return Optional.empty();
        }
    }

    /**
     * Does what the person types until the person has enough.
     *
     * @return whether the person left by Ctrl-C
     */
    public boolean run(Gateway gateway, AppSessions sessions) {
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(new StringsCompleter(Agent.WORDS))
                // A "!" in what somebody says is no request for an earlier line.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        Agent agent = new Agent(gateway, sessions, reader::printAbove);
        sessions.listen(agent::onTimeline);
        while (true) {
            try {
                if (!agent.obey(reader.readLine(agent.current() + "> "))) {
                    return false;
                }
            } catch (UserInterruptException e) {

                if (!agent.interruptCalls()) {
                    return true;
                }
            } catch (EndOfFileException e) {
                return false;
            }
        }
    }

    @Override
    public void close() {
        try {
            terminal.close();
        } catch (IOException e) {
            LOG.debug("The terminal did not close", e);
        }
    }
}
