package io.tapgateway.user.command;

import io.tapgateway.protocol.model.MayChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The commands that a person can run in one session. Thread-safe; never blocks. */
@MayChange
public interface Commands {
    /** What a line begins with that is a command. */
    String MARK = "/";

    /** Names of the gateway's own commands, which nobody else's have (Z-083). */
    Set<String> OURS = Set.of("help", "clear", "ext", "reload-ext", "panel", "approve", "deny", "answer");

    /** How many commands one source may offer (Z-082). */
    int MOST_PER_SOURCE = 100;

    /** How many bytes of UTF-8 may follow the name of a command (Z-084). */
    int MOST_OF_ARGS = 32 << 10;

    /** What ends an offer; harmless to repeat. */
    @FunctionalInterface
    interface Offered extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Offers a command until {@link Offered#close} or the end of the session. A source that offers a name again
     * replaces its own.
     *
     * @throws IllegalArgumentException if the name is one of ours, or the source has too many; the message is a
     *     sentence
     */
    Offered register(CommandOffer offer, CommandHandler handler);

    /** What can be run, in the order in which it was offered. */
    List<CommandOffer> list();

    /** The command that a name means: exactly, else in other letters (Z-082). */
    Optional<CommandOffer> find(String name);

    /**
     * Runs a command for a person; only a surface, or whoever is trusted like one, may (U-107). What it says becomes a
     * note.
     *
     * @param line the name, with or without {@value #MARK}, and what follows it
     * @return completes normally with what the caller has to do, see {@link CommandOutcome.Action}; empty if there is
     *     no such command
     */
    Optional<CompletionStage<CommandOutcome>> run(String line);
}
