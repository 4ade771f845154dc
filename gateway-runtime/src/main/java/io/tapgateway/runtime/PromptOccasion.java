package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/** By what an agent is handed the prompts that wait for it (M-043). */
@MayChange
public enum PromptOccasion {
    /** It wants to end its turn, and goes on with them instead. */
    TURN_END("when its turn ended"),
    /** Its user has said something, which they go along with. */
    USER_PROMPT("with what its user said"),
    /** It gets the result of a tool, behind which they stand. */
    TOOL_RESULT("with the result of a tool"),
    /** It has asked for them. */
    ASKED("when it asked");

    private final String words;

    PromptOccasion(String words) {
        this.words = words;
    }

    /** For people; completes a sentence that begins with {@code handed to the agent}. */
    public String words() {
        return words;
    }
}
