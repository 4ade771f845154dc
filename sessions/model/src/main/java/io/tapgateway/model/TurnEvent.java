package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;

/**
 * What happens in the turns of an agent, in the order in which it happens: {@link Started}; for each answer of the
 * model {@link StepStarted}, its parts, {@link Answered}, what became of the tools it wanted, {@link StepFinished};
 * {@link Over}; {@link Ended}. Of a turn that is stopped or fails, parts and calls may be left without their ends.
 * Immutable.
 */
@MayChange
public sealed interface TurnEvent {
    /** Calls the visitor's method for this event. */
    void accept(Visitor visitor);

    /** One method for each kind of event; what is added later is passed over by default. */
    interface Visitor {
        default void onStarted(Started started) {}

        default void onStepStarted(StepStarted started) {}

        default void onPartStarted(PartStarted started) {}

        default void onPartDelta(PartDelta delta) {}

        default void onPartEnded(PartEnded ended) {}

        default void onInputStarted(InputStarted started) {}

        default void onInputDelta(InputDelta delta) {}

        default void onInputEnded(InputEnded ended) {}

        default void onAnswered(Answered answered) {}

        default void onStepFinished(StepFinished finished) {}

        default void onToolCalled(ToolCalled called) {}

        default void onToolReturned(ToolReturned returned) {}

        default void onToolFailed(ToolFailed failed) {}

        default void onOver(Over over) {}

        default void onEnded(Ended ended) {}

        default void onDropped(Dropped dropped) {}
    }

    /** What a model writes for somebody to read. */
    enum Part {
        TEXT,
        REASONING
    }

    /**
     * A turn begins.
     *
     * @param turn counts the turns of this agent, refused ones included
     * @param provider whose event it takes up; empty for words of the user
     * @param text what was said, without what providers add to it
     */
    record Started(long turn, Optional<String> provider, String text) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onStarted(this);
        }
    }

    /** The model is asked for its next answer. */
    record StepStarted() implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onStepStarted(this);
        }
    }

    /**
     * The model begins to write.
     *
     * @param id unique in its turn
     */
    record PartStarted(Part part, String id) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPartStarted(this);
        }
    }

    /** The next piece of a part. */
    record PartDelta(Part part, String id, String text) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPartDelta(this);
        }
    }

    /** A part is complete. */
    record PartEnded(Part part, String id) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPartEnded(this);
        }
    }

    /**
     * The model begins to write the arguments for a tool.
     *
     * @param id the model's own name for this wish
     */
    record InputStarted(String id, String tool) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInputStarted(this);
        }
    }

    /** The next piece of arguments. */
    record InputDelta(String id, String text) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInputDelta(this);
        }
    }

    /** The arguments are complete. */
    record InputEnded(String id) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onInputEnded(this);
        }
    }

    /** An answer is complete; the tools it wants are next. */
    record Answered(ModelMessage.Answer answer) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAnswered(this);
        }
    }

    /**
     * An answer is done with, and the tools that it wanted.
     *
     * @param reason why the model ended it
     * @param usage what it has cost, where that is told
     */
    record StepFinished(FinishReason reason, Optional<TokenUsage> usage) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onStepFinished(this);
        }
    }

    /**
     * A tool is used.
     *
     * @param input the arguments as they were understood; a text if they are no JSON
     * @param dialledIn whether it is the tool of a program that has dialled in
     */
    record ToolCalled(ToolRequest request, JsonValue input, boolean dialledIn) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolCalled(this);
        }
    }

    /**
     * A tool has done its work. Several at once are told of in the order in which the model wanted them.
     *
     * @param output what it has returned
     */
    record ToolReturned(ToolRequest request, JsonValue output, boolean dialledIn) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolReturned(this);
        }
    }

    /**
     * A tool has not done it.
     *
     * @param error as the model is told
     * @param denied whether it was not allowed to
     */
    record ToolFailed(ToolRequest request, String error, boolean denied, boolean dialledIn) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onToolFailed(this);
        }
    }

    /**
     * Nothing more happens in this turn, which is still the running one.
     *
     * @param usage of all its answers that have told
     */
    record Over(TurnEnd end, FinishReason reason, Optional<TokenUsage> usage) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onOver(this);
        }
    }

    /**
     * The agent is free for the next turn.
     *
     * @param idle whether none waits
     */
    record Ended(long turn, boolean idle) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onEnded(this);
        }
    }

    /** A turn that waited will not begin, because somebody has stopped the agent. */
    record Dropped(long turn) implements TurnEvent {
        @Override
        public void accept(Visitor visitor) {
            visitor.onDropped(this);
        }
    }
}
