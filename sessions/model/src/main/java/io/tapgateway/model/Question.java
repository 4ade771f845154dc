package io.tapgateway.model;

import java.util.List;

/**
 * A conversation that a model is to continue. Immutable.
 *
 * @param messages oldest first; the first one has the instructions
 * @param tools that it may ask for
 */
public record Question(List<ModelMessage> messages, List<ModelTool> tools) {
    public Question {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }
}
