package io.tapgateway.zot;

import io.tapgateway.protocol.json.Utf8Length;
import java.util.Optional;

/**
 * What came of a command that somebody has run. Immutable.
 *
 * @param action what the extension wants done
 * @param text what that is about; empty if nothing
 */
public record CommandOutcome(Action action, String text) {
    /** What an extension may want done after a command. */
    public enum Action {
        /** The text starts a turn of the agent. It has been handed over already. */
        PROMPT,
        /** The text is for the line that is being written. */
        INSERT,
        /** The text is for whoever has run the command. */
        DISPLAY,
        /** Nothing. */
        NOOP,
        /** Something has failed, and the text says what. */
        ERROR
    }

    static CommandOutcome failed(String why) {
        return new CommandOutcome(Action.ERROR, why);
    }

    /** An error comes before an action (Z-089). */
    static CommandOutcome of(ExtensionFrame.CommandResponse response) {
        if (!response.error().isEmpty()) {
            return failed(response.error());
        }
        String text = Utf8Length.beginning(response.text(), ZotLimit.TEXT_BYTES.most());
        Optional<Action> action = switch (response.action()) {
            case "prompt" -> Optional.of(text.isBlank() ? Action.NOOP : Action.PROMPT);
            case "insert" -> Optional.of(Action.INSERT);
            case "display" -> Optional.of(Action.DISPLAY);
            case "noop", "" -> Optional.of(Action.NOOP);
            default -> Optional.empty();
        };
        return action.map(it -> new CommandOutcome(it, text))
                .orElseGet(() -> failed("The extension wants the unknown action '" + response.action() + "'."));
    }
}
