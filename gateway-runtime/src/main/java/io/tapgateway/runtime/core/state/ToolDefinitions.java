package io.tapgateway.runtime.core.state;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Fingerprints of the last known definitions of a session's tools, by folded name, the longest unseen first (D-134).
 * Confined to the loop.
 */
public final class ToolDefinitions {
    private final int most;
    private final Map<String, String> fingerprints = new LinkedHashMap<>();

    /** @param most how many are remembered, unless more are in use */
    ToolDefinitions(int most) {
        this.most = most;
    }

    /**
     * Remembers the definition of a tool. Beyond the limit, the tool that has been out of use for longest is forgotten,
     * and none in use: no provider can have a tool forgotten that the user sees.
     *
     * @param inUse whether the session has a tool of that folded name
     * @return the definition before, if it is remembered
     */
    public Optional<String> remember(String foldedName, String fingerprint, Predicate<String> inUse) {
        Optional<String> before = Optional.ofNullable(fingerprints.remove(foldedName));
        fingerprints.put(foldedName, fingerprint);
        if (fingerprints.size() > most) {
            forgetOne(inUse);
        }
        return before;
    }

    private void forgetOne(Predicate<String> inUse) {
        for (Iterator<String> names = fingerprints.keySet().iterator(); names.hasNext(); ) {
            if (!inUse.test(names.next())) {
                names.remove();
                return;
            }
        }
    }
}
