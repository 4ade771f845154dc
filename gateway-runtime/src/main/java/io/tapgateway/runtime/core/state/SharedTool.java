package io.tapgateway.runtime.core.state;

import io.tapgateway.runtime.RegisteredTool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A tool that instances of one provider offer together: one name and definition, and a member for each of them
 * (A/instances, D-130). It has no member only while it is made or removed. Confined to the loop.
 */
public final class SharedTool implements SessionTool {
    private final List<ProvidedTool> members = new ArrayList<>();
    private RegisteredTool view;

    /** @param view how it looks until it {@link #show shows} something else */
    public SharedTool(RegisteredTool view) {
        this.view = view;
    }

    /** Takes an instance's definition in, in the place of an earlier one of the same instance. */
    public void join(ProvidedTool member) {
        leave(member.presence());
        int at = members.size();
        while (at > 0
                && members.get(at - 1).presence().order() > member.presence().order()) {
            at--;
        }
        members.add(at, member);
    }

    /** Lets go of an instance's definition. */
    public void leave(Presence presence) {
        members.removeIf(member -> member.presence() == presence);
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** One for each instance that offers it, the oldest binding first. */
    public List<ProvidedTool> members() {
        return members;
    }

    /** The oldest binding's: the definition that holds for all (D-129). */
    public ProvidedTool canonical() {
        return members.get(0);
    }

    /** What the instance of exactly that name offers. */
    public Optional<ProvidedTool> member(String instance) {
        return members.stream()
                .filter(member -> member.presence().instance().equals(instance))
                .findFirst();
    }

    /** Changes how it looks. */
    public void show(RegisteredTool next) {
        view = next;
    }

    @Override
    public RegisteredTool view() {
        return view;
    }

    @Override
    public boolean isOfferedBesides(Collection<Registration> leaving) {
        return members.stream().anyMatch(member -> member.isOfferedBesides(leaving));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSharedTool(this);
    }
}
