package io.tapgateway.model;

import java.util.List;

/** One part of a conversation with a model. Immutable. */
public sealed interface ModelMessage {
    /** Hands itself to the method of its kind. */
    <R> R accept(Visitor<R> visitor);

    /** About how many characters it takes. */
    int length();

    /** One method for each kind of message. */
    interface Visitor<R> {
        R onInstructions(Instructions instructions);

        R onPrompt(Prompt prompt);

        R onAnswer(Answer answer);

        R onResult(Result result);
    }

    /** Who the model is and how it has to behave. */
    record Instructions(String text) implements ModelMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onInstructions(this);
        }

        @Override
        public int length() {
            return text.length();
        }
    }

    /** What began a turn: words of the user, or text of a provider in its envelope. */
    record Prompt(String text) implements ModelMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onPrompt(this);
        }

        @Override
        public int length() {
            return text.length();
        }
    }

    /**
     * What the model said.
     *
     * @param text may be empty
     * @param requests what it wants done before it goes on; none if it has finished
     */
    record Answer(String text, List<ToolRequest> requests) implements ModelMessage {
        public Answer {
            requests = List.copyOf(requests);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onAnswer(this);
        }

        @Override
        public int length() {
            return text.length()
                    + requests.stream()
                            .mapToInt(it -> it.tool().length() + it.arguments().length())
                            .sum();
        }
    }

    /**
     * What became of a request of the model's; every request has exactly one, right after the answer it was part of.
     */
    record Result(ToolRequest request, String text) implements ModelMessage {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onResult(this);
        }

        @Override
        public int length() {
            return text.length();
        }
    }
}
