package io.tapgateway.agents;

import java.util.List;

/** What is known of an agent's window besides its session. Implementations are thread-safe. */
public interface WindowSide {
    /** The window of an agent that has no server of ours, and a user who is shown nothing. */
    WindowSide NONE = new WindowSide() {
        @Override
        public boolean lists(HookAgent agent, String tool) {
            return false;
        }

        @Override
        public List<String> newLines() {
            return List.of();
        }
    };

    /**
     * Whether the agent's connected server lists a tool of exactly that name now: a call of it asks by itself (G-023).
     */
    boolean lists(HookAgent agent, String tool);

    /** What providers have surfaced since this was asked the last time, oldest first; each line is given once. */
    List<String> newLines();
}
