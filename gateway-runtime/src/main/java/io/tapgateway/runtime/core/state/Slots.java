package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ToolName;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The slots of one connection: one for everything, perhaps shared with other instances, or one for each tool
 * (A/concurrency). Confined to the loop.
 */
final class Slots {
    /** More than a provider has tools, so that clearing away is rare. */
    private static final int CLEARED_AT_FIRST = 256;

    private Slot whole;
    private final boolean perTool;
    private final Map<String, Slot> byTool = new HashMap<>();
    private int clearedAt = CLEARED_AT_FIRST;

    Slots(Optional<Concurrency> declared) {
        whole = new Slot(declared.map(Concurrency::max).orElse(Concurrency.MAX));
        perTool = declared.filter(it -> it.scope() == Concurrency.Scope.TOOL).isPresent();
    }

    /** Counts everything there instead. */
    void countIn(Slot shared) {
        whole = shared;
    }

    /**
     * Where calls of that tool are counted.
     *
     * @param isRegistered whether there is a tool of that folded name; the slots of others are cleared away in time
     */
    Slot of(ToolName tool, Predicate<String> isRegistered) {
        if (!perTool) {
            return whole;
        }
        if (byTool.size() >= clearedAt) {
            byTool.entrySet().removeIf(it -> it.getValue().isUnused() && !isRegistered.test(it.getKey()));
            clearedAt = Math.max(CLEARED_AT_FIRST, 2 * byTool.size());
        }
        return byTool.computeIfAbsent(tool.folded(), name -> new Slot(whole.max()));
    }

    /** All slots that may hold calls. */
    Collection<Slot> all() {
        return byTool.isEmpty() ? List.of(whole) : byTool.values();
    }
}
