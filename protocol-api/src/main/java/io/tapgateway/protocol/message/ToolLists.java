package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rule that tool lists in {@code hello} and {@code tools.update} share. Stateless. */
final class ToolLists {
    private ToolLists() {}

    /** A copy; fails where two names differ at most in case (D-118). */
    static List<ToolDefinition> withoutDuplicates(List<ToolDefinition> tools) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            if (!names.add(tools.get(i).name().folded())) {
                throw InvalidMessage.at("/tools/" + i + "/name", "names the same tool as an earlier entry");
            }
        }
        return List.copyOf(tools);
    }
}
