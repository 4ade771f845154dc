package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.RegisteredTool;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The instances of one provider in one session, as a tool that the gateway itself answers (D-131): there as long as one
 * of them is. Confined to the loop.
 */
public final class InstanceList implements SessionTool {
    private final RegisteredTool view;
    private final SortedMap<String, Presence> byInstance = new TreeMap<>();

    public InstanceList(RegisteredTool view) {
        this.view = view;
    }

    /** Who is there, by the names of the instances, sorted. */
    public SortedMap<String, Presence> byInstance() {
        return byInstance;
    }

    @Override
    public RegisteredTool view() {
        return view;
    }

    @Override
    public boolean isOfferedBesides(Collection<Registration> leaving) {
        return byInstance.values().stream().anyMatch(it -> !leaving.contains(it.registration()));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onInstanceList(this);
    }
}
