package io.tapgateway.user.command;

import io.tapgateway.protocol.model.MayChange;
import java.util.concurrent.CompletionStage;

/**
 * Does what a person wants who runs a command. Called on that person's thread, from several threads at a time; it must
 * not block. What it throws, and a stage that fails, is an error without details.
 */
@MayChange
@FunctionalInterface
public interface CommandHandler {
    /**
     * Runs the command.
     *
     * @param args the rest of the line without the blanks around it, at most {@value Commands#MOST_OF_ARGS} bytes; may
     *     be empty
     * @return what is to follow. It completes within a time of the handler's own; nobody else keeps one
     */
    CompletionStage<CommandOutcome> run(String args);
}
