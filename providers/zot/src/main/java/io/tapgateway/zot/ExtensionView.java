package io.tapgateway.zot;

import io.tapgateway.protocol.model.ToolName;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How an extension is. Immutable.
 *
 * @param pid of its program, while that runs
 * @param exitCode of its program, once that has ended
 * @param readyMillis how long its program took until it was ready, once it was
 * @param failures how many short lives it has had in a row
 * @param tools of those it has registered, the ones that the session has
 * @param commands the same
 * @param events of what it is told
 * @param intercepts about what it is asked
 * @param guards whether it decides about the use of tools
 * @param problems what could not be done as it wanted, for people; the newest
 */
public record ExtensionView(
        Manifest manifest,
        State state,
        OptionalLong pid,
        OptionalInt exitCode,
        OptionalLong readyMillis,
        int failures,
        List<ToolName> tools,
        List<ExtensionCommand> commands,
        List<String> events,
        List<String> intercepts,
        boolean guards,
        List<String> problems) {
    /** Where it is in its life (Z-038). */
    public enum State {
        /** The program runs, and has not said yet that it is ready. */
        STARTING,
        /** It is there. */
        READY,
        /** The program has ended, and is started again in a moment. */
        WAITING,
        /** The program has ended as it wanted, or was stopped. */
        ENDED,
        /** The program could not be started, or has not behaved as an extension. */
        FAILED,
        /** The program has ended too often. */
        GIVEN_UP,
        /** The program is not the one that its user has approved, and is not started before that is settled. */
        UNAPPROVED;

        /** For programs and people. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public ExtensionView {
        tools = List.copyOf(tools);
        commands = List.copyOf(commands);
        events = List.copyOf(events);
        intercepts = List.copyOf(intercepts);
        problems = List.copyOf(problems);
    }
}
