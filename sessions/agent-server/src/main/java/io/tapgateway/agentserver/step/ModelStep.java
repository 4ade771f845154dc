package io.tapgateway.agentserver.step;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;

/**
 * What a model wants next, or that it is done. Immutable.
 *
 * @param actions in order; none if it is done
 * @param said the commentary of a step, or the summary at the end
 */
record ModelStep(List<Action> actions, String said, boolean done) {
    /** How many actions a step has at most. */
    static final int MOST_ACTIONS = 8;

    ModelStep {
        actions = List.copyOf(actions);
    }

    /**
     * One use of a tool.
     *
     * @param arguments an object
     */
    record Action(String tool, JsonValue arguments) {}
}
