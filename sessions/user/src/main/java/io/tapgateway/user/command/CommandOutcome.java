package io.tapgateway.user.command;

import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.MayChange;

/**
 * What follows from a command that a person has run (Z-087 – Z-089). Immutable.
 *
 * @param text what the action is about, cut at {@value #MOST_OF_TEXT} bytes; empty if nothing
 */
@MayChange
public record CommandOutcome(Action action, String text) {
    /** How many bytes of UTF-8 a text has at most. */
    public static final int MOST_OF_TEXT = 32 << 10;

    /** What is wanted. */
    public enum Action {
        /** The text starts a turn of the agent; whoever offers the command has handed it over already. */
        PROMPT,
        /** The text is for the line that is being written, where the command was run; that place puts it there. */
        INSERT,
        /** The text is for the person; it has become a note of the command's source already. */
        DISPLAY,
        /** A panel has been opened; the text is its id. */
        PANEL,
        /** Nothing. */
        NOOP,
        /** Something has failed, and the text says what; it has become a note of the command's source already. */
        ERROR
    }

    /** Cuts the text. */
    public CommandOutcome {
        text = Utf8Length.beginning(text, MOST_OF_TEXT);
    }

    /** Nothing follows. */
    public static CommandOutcome nothing() {
        return new CommandOutcome(Action.NOOP, "");
    }

    /** It has failed. */
    public static CommandOutcome failed(String why) {
        return new CommandOutcome(Action.ERROR, why);
    }
}
