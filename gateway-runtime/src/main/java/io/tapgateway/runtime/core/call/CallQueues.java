package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.SharedSlots;
import io.tapgateway.runtime.core.state.Slot;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for a place in a slot: where there is room, whose turn it is, and where they may go when their
 * provider is gone (D-138 – D-142, D-158). Confined to the loop.
 *
 * <p>Queues are served at the end of a step, by {@link #next}. By then a provider that rebinds has its rules again, and
 * an interrupt or the end of a binding has ended all the calls that it ends.
 */
final class CallQueues {
    private final Kernel kernel;
    private final SharedSlots sharedSlots = new SharedSlots();

    /** Where it may be the turn of a call. */
    private final Set<Slot> changed = new LinkedHashSet<>();

    /** How many calls have begun to wait. */
    private long begun;

    CallQueues(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Whether a call may go to that tool or wait for it. */
    boolean hasRoom(ProvidedTool tool) {
        return tool.slot().isFree() || tool.slot().queued() < kernel.limit(Limit.QUEUED_CALLS);
    }

    /** Lets a call wait for its target. */
    void add(Call call) {
        Slot slot = call.target().slot();
        call.beginWaiting(++begun);
        slot.enqueue(call);
        changed.add(slot);
    }

    /** Takes a call out that waits for its target. */
    void remove(Call call) {
        Slot slot = call.target().slot();
        slot.remove(call);
        noteChange(slot);
    }

    /** A place there is free, or the gates have answered for the first call. */
    void noteChange(Slot slot) {
        changed.add(slot);
    }

    /**
     * A call whose turn it is, until it is sent, ends or waits for gates: the first one anywhere for which there is a
     * place; nobody overtakes (I-09). Empty if all that wait have to go on waiting.
     */
    @Nullable
    Call next() {
        while (!changed.isEmpty()) {
            Slot slot = changed.iterator().next();
            Call first = slot.next();
            if (first != null && first.inquiry() == null) {
                return first;
            }
            changed.remove(slot);
        }
        return null;
    }

    /** Where a waiting call may go instead, if anywhere (D-158). */
    Optional<ProvidedTool> otherFor(Call call) {
        Slot slot = call.target().slot();
        return Routing.others(call).stream()
                .filter(other -> other.slot() == slot || hasRoom(other))
                .findFirst();
    }

    /** A provider is bound; its calls may count together with those of others. */
    void join(Registration registration) {
        sharedSlots.join(registration);
    }

    /** A provider is gone, and so are its calls. */
    void leave(Registration registration) {
        sharedSlots.leave(registration).ifPresent(this::noteChange);
    }
}
