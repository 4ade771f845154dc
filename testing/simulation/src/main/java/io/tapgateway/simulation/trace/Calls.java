package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All calls and the slots they wait for and hold, as they must be. Confined to the thread of its simulation. */
public final class Calls {
    /** The member of the arguments that says which call it is. */
    public static final String REFERENCE = "ref";

    private final Limits limits;
    private final Map<Integer, CallRecord> byNumber = new LinkedHashMap<>();
    private final Map<CallId, CallRecord> byId = new HashMap<>();
    private final Map<BindingRecord.SlotKey, List<CallRecord>> waiting = new LinkedHashMap<>();
    private final Map<BindingRecord.SlotKey, List<CallRecord>> inFlight = new HashMap<>();
    private final List<CallRecord> pending = new ArrayList<>();
    private long queued;

    Calls(Limits limits) {
        this.limits = limits;
    }

    /** Every call there was, in the order in which hosts asked. */
    public Collection<CallRecord> all() {
        return byNumber.values();
    }

    /** The calls whose hosts wait, in the order in which they asked. */
    public List<CallRecord> pending() {
        return pending;
    }

    /** The call of that number. */
    public @Nullable CallRecord of(int number) {
        return byNumber.get(number);
    }

    /** The call that went by that id on some wire. */
    public @Nullable CallRecord of(CallId id) {
        return byId.get(id);
    }

    /** The call that a message is about. */
    public @Nullable CallRecord of(ToolCall message) {
        return message.args()
                .get(REFERENCE)
                .flatMap(reference -> reference.asWholeNumber())
                .map(number -> byNumber.get(number.intValue()))
                .orElse(null);
    }

    /** The calls that wait for a slot, longest first. */
    public List<CallRecord> waiting(BindingRecord.SlotKey slot) {
        return waiting.getOrDefault(slot, List.of());
    }

    /** The calls that hold a slot. */
    public List<CallRecord> inFlight(BindingRecord.SlotKey slot) {
        return inFlight.getOrDefault(slot, List.of());
    }

    /** All slots that somebody waits for. */
    public Collection<BindingRecord.SlotKey> contended() {
        return waiting.keySet();
    }

    void invoke(Cause.Invoked cause, long now, Optional<BindingRecord> target, boolean checked) {
        Optional<ToolDefinition> tool = target.flatMap(it -> it.tool(cause.session(), cause.tool()));
        boolean misfit = checked && tool.filter(Calls::refusesReference).isPresent();
        BindingRecord.SlotKey slot =
                misfit ? null : tool.map(it -> target.orElseThrow().slotOf(it)).orElse(null);
        CallRecord call = new CallRecord(cause, now, target.orElse(null), slot, misfit);
        byNumber.put(call.number(), call);
        pending.add(call);
        if (slot != null) {
            queue(call, slot);
        }
    }

    private void queue(CallRecord call, BindingRecord.SlotKey slot) {
        call.queue(++queued);
        waiting.computeIfAbsent(slot, key -> new ArrayList<>()).add(call);
    }

    /**
     * Whether a tool certainly does not take what calls have: a reference, which is a number, and nothing that is
     * required.
     */
    private static boolean refusesReference(ToolDefinition tool) {
        boolean requiresMore = tool.parameters()
                .get("required")
                .filter(it -> it.json().startsWith("[\""))
                .isPresent();
        boolean wantsText = tool.parameters()
                .get("properties")
                .flatMap(it -> it.get(REFERENCE))
                .flatMap(it -> it.get("type"))
                .filter(it -> it.json().equals("\"string\""))
                .isPresent();
        return requiresMore || wantsText;
    }

    void send(ConnectionRecord connection, ToolCall message, long now) {
        CallRecord call = of(message);
        if (call == null) {
            return;
        }
        Optional<ToolDefinition> definition = connection
                .binding()
                .flatMap(it -> it.tool(message.sessionId(), message.tool().value()));
        connection
                .binding()
                .filter(it -> call.target().filter(target -> target != it).isPresent())
                .ifPresent(it -> move(call, it));
        boolean first = !call.isSent();
        call.send(message.id(), now, definition.map(this::timeout).orElse(0L));
        if (first) {
            byId.put(message.id(), call);
            connection.unanswered().put(message.id(), call);
            call.slot().ifPresent(slot -> {
                forgetWaiting(call);
                inFlight.computeIfAbsent(slot, key -> new ArrayList<>()).add(call);
            });
        }
    }

    /**
     * Another instance takes a waiting call over, and puts it behind those that wait there, unless it waits there
     * already.
     */
    private void move(CallRecord call, BindingRecord to) {
        BindingRecord.SlotKey slot = to.toolOfAnyCase(
                        call.cause().session(), call.cause().tool())
                .map(to::slotOf)
                .orElse(null);
        if (slot == null) {
            return;
        }
        if (!call.slot().equals(Optional.of(slot))) {
            forgetWaiting(call);
            queue(call, slot);
        }
        call.moveTo(to, slot);
    }

    /**
     * Calls that waited for somebody who is gone, or for a tool that is, wait for somebody else now, in the same order
     * (D-158).
     */
    void moveOn(long now, Bindings bindings) {
        if (waiting.isEmpty()) {
            return;
        }
        List<CallRecord> inOrder = new ArrayList<>();
        waiting.values().forEach(inOrder::addAll);
        inOrder.sort(Comparator.comparingLong(CallRecord::place));
        for (CallRecord call : inOrder) {
            boolean mayMove = !call.isSent() && call.cause().target().isEmpty();
            Optional<BindingRecord> target = call.target();
            if (mayMove && target.isPresent() && isLost(call, target.get(), now, bindings)) {
                successor(call, target.get(), bindings).ifPresent(it -> move(call, it));
            }
        }
    }

    /** Whoever took the place of the lost one in this same step came too late for that. */
    private Optional<BindingRecord> successor(CallRecord call, BindingRecord lost, Bindings bindings) {
        SessionId session = call.cause().session();
        List<BindingRecord> candidates = bindings.live().stream()
                .filter(it -> it.toolOfAnyCase(session, call.cause().tool()).isPresent())
                .filter(it -> it.connection() != lost.connection() && !it.hasIdentityOf(lost))
                .filter(it -> it.owner().equals(lost.owner()))
                .toList();
        return bindings.routes().lastActiveFirst(session, candidates).stream()
                .filter(it -> hasRoom(call, it, bindings))
                .findFirst();
    }

    /** Whether a tool is still there is asked when a place is free. */
    private boolean isLost(CallRecord call, BindingRecord target, long now, Bindings bindings) {
        BindingRecord.SlotKey slot = call.slot().orElseThrow();
        List<CallRecord> running = inFlight(slot);
        boolean turn = running.size() < bindings.max(slot, target)
                || running.stream().anyMatch(it -> it.sentAt() == now && it.isBehind(call));
        boolean removed = turn
                && target.toolOfAnyCase(call.cause().session(), call.cause().tool())
                        .isEmpty();
        return removed || !bindings.live().contains(target);
    }

    private boolean hasRoom(CallRecord call, BindingRecord other, Bindings bindings) {
        BindingRecord.SlotKey slot = other.toolOfAnyCase(
                        call.cause().session(), call.cause().tool())
                .map(other::slotOf)
                .orElseThrow();
        boolean free = waiting(slot).isEmpty() && inFlight(slot).size() < bindings.max(slot, other);
        return free || call.slot().equals(Optional.of(slot)) || waiting(slot).size() < limits.get(Limit.QUEUED_CALLS);
    }

    /** How long a call of that tool may run, in nanoseconds. */
    public long timeout(ToolDefinition tool) {
        long asked = tool.timeoutMillis().orElse(limits.get(Limit.DEFAULT_TOOL_TIMEOUT));
        long millis = Math.max(limits.get(Limit.MIN_TOOL_TIMEOUT), Math.min(asked, limits.get(Limit.MAX_TOOL_TIMEOUT)));
        return millis * 1_000_000;
    }

    void cancel(ToolCancel message, long now) {
        CallRecord call = byId.get(message.id());
        if (call != null) {
            call.cancel(now);
        }
    }

    void complete(CallRecord call, Consequence.HostDone done, long now) {
        call.complete(done.outcome(), now);
        pending.remove(call);
        forgetWaiting(call);
    }

    private void forgetWaiting(CallRecord call) {
        call.slot().ifPresent(slot -> {
            List<CallRecord> queue = waiting.get(slot);
            if (queue != null && queue.remove(call) && queue.isEmpty()) {
                waiting.remove(slot);
            }
        });
    }

    /** Nothing more is expected of the provider for a call. */
    void settle(ConnectionRecord connection, CallRecord call, long now) {
        call.id().ifPresent(id -> {
            connection.unanswered().remove(id);
            connection.bury(id, now);
        });
        call.freeSlot();
        call.slot().ifPresent(slot -> {
            List<CallRecord> running = inFlight.get(slot);
            if (running != null && running.remove(call) && running.isEmpty()) {
                inFlight.remove(slot);
            }
        });
    }

    /** Frees the slots of cancelled calls that were never answered. */
    void expire(ConnectionRecord connection, long now) {
        if (connection.unanswered().isEmpty()) {
            return;
        }
        long hold = limits.nanos(Limit.CANCELLED_SLOT_HOLD);
        for (CallRecord call : List.copyOf(connection.unanswered().values())) {
            if (call.cancels() > 0 && now - call.cancelledAt() >= hold) {
                settle(connection, call, now);
            }
        }
    }

    /** A binding is over, and all its work with it. */
    void drop(ConnectionRecord connection, long now) {
        List.copyOf(connection.unanswered().values()).forEach(call -> settle(connection, call, now));
    }
}
