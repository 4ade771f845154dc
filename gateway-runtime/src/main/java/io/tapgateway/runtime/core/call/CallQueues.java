package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.SharedSlots;
import io.tapgateway.runtime.core.state.Slot;
import io.tapgateway.runtime.core.state.Tool;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Calls that wait for a slot: whose turn it is, and where they go when the one they wait for is gone (D-138 – D-142, D-158).
 * Confined to the loop.
 */
final class CallQueues {
    /** What becomes of calls that wait. */
    interface Turn {
        /** It has its place. */
        void send(Call call);

        /** It is waited for no longer. */
        void end(Call call, ToolOutcome outcome);
    }

    private final Kernel kernel;
    private final CallChecks checks;
    private final Turn turn;
    private final SharedSlots sharedSlots = new SharedSlots();
    private final Set<Slot> roomier = new LinkedHashSet<>();

    CallQueues(Kernel kernel, CallChecks checks, Turn turn) {
        this.kernel = kernel;
        this.checks = checks;
        this.turn = turn;
    }

    /** Whether a call may go to that tool or wait for it. */
    boolean hasRoom(Tool tool) {
        return tool.slot().isFree() || tool.slot().queued() < kernel.limit(Limit.QUEUED_CALLS);
    }

    /** Sends a call, or lets it wait; the time that it may wait begins only once. */
    void take(Call call) {
        Slot slot = call.target().slot();
        if (call.isCleared() && slot.tryTake()) {
            turn.send(call);
            return;
        }
        call.enter(Call.Stage.QUEUED);
        slot.enqueue(call);
        if (call.timer() == null) {
            call.setTimer(kernel.after(Limit.QUEUE_WAIT, () -> waitedTooLong(call)));
        }
        advance(slot);
    }

    private void waitedTooLong(Call call) {
        // One that is being judged again is at its turn already, and its gates have their own deadline.
        if (checks.isOpen(call)) {
            call.setTimer(null);
        } else {
            end(call, ToolOutcome.failure(ToolErrorCode.TIMEOUT, "the provider was busy for too long"));
        }
    }

    /** Ends a call that waits. */
    void end(Call call, ToolOutcome outcome) {
        call.target().slot().remove(call);
        turn.end(call, outcome);
    }

    /**
     * Ends a call whose turn it was. The next one has its turn at the end of the step: what stopped this one, an interrupt or the
     * end of a binding, may be about to stop that one as well.
     */
    void giveUpTurn(Call call, ToolOutcome outcome) {
        end(call, outcome);
        roomier.add(call.target().slot());
    }

    /** Sends what waits, as far as there are places and the rules in force let it pass; nobody overtakes (I-09). */
    void advance(Slot slot) {
        for (Call next = slot.next(); next != null; next = slot.next()) {
            if (checks.isOpen(next)) {
                return;
            }
            if (next.isCleared()) {
                slot.takeNext();
                sendQueued(next);
            } else {
                checks.repeat(next);
            }
        }
    }

    /** Whether the tool is still what it was is decided now, not when the call was accepted (D-113). */
    private void sendQueued(Call call) {
        Optional<Tool> present = Routing.present(call).or(() -> Routing.inSameSlot(call));
        if (present.isPresent()) {
            call.aimAt(present.get());
            turn.send(call);
        } else {
            call.target().slot().release();
            passOn(call, ToolOutcome.failure(ToolErrorCode.NOT_FOUND, "the tool was removed while the call waited"));
        }
    }

    /**
     * Gives a waiting call to another instance, if one may and can take it (D-158).
     *
     * @param otherwise how it ends if none can
     */
    void passOn(Call call, ToolOutcome otherwise) {
        boolean late = call.timer() == null;
        for (Tool other : late ? List.<Tool>of() : Routing.others(call)) {
            if (other.slot() == call.target().slot()) {
                // It waits there already, and keeps its place.
                call.aimAt(other);
                return;
            } else if (hasRoom(other)) {
                call.target().slot().remove(call);
                // Whoever is being asked about it will be asked again when it is its turn there.
                checks.drop(call);
                call.aimAt(other);
                take(call);
                return;
            }
        }
        end(call, otherwise);
    }

    /** A provider is bound; its calls may count together with those of others. */
    void join(Registration registration) {
        sharedSlots.join(registration);
    }

    /** A provider is gone, and so are its calls. */
    void leave(Registration registration) {
        sharedSlots.leave(registration).ifPresent(roomier::add);
    }

    /**
     * Sends what can be sent since others have left or were stopped, not before the end of a step: who left may have come back, as
     * strict as before.
     */
    void sweep() {
        if (!roomier.isEmpty()) {
            List<Slot> slots = List.copyOf(roomier);
            roomier.clear();
            slots.forEach(this::advance);
        }
    }
}
