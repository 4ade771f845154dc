package io.tapgateway.simulation.invariant.resource;

import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Credential;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * I-56: there are never more connections than are allowed, of any kind; none waits longer for a proof than it may, none
 * rebinds more often, and nothing follows from a message that is too large. Confined to one simulation.
 */
public final class Caps implements Invariant {
    private static final long MINUTE = 60_000_000_000L;

    private final Judge judge = new Judge("I-56");
    private final Map<Long, Deque<Long>> rebinds = new HashMap<>();
    private boolean rebinding;

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        rebinding = cause instanceof Cause.Arrived arrived
                && chronicle.connection(arrived.connection()).phase() == Phase.BOUND
                && chronicle.considered(cause).filter(Hello.class::isInstance).isPresent();
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (step.cause() instanceof Cause.Opened) {
            checkUnauthenticated(chronicle);
        }
        step.arrival().ifPresent(arrived -> {
            if (arrived.token().isPresent()
                    || arrived.message(AuthConfirm.class).isPresent()) {
                checkAuthenticated(chronicle);
            }
            checkSize(arrived, step, chronicle);
            if (rebinding) {
                checkRebind(arrived.connection(), step, chronicle);
            }
        });
        for (ConnectionRecord connection : chronicle.open()) {
            checkPatience(connection, step.at(), chronicle);
        }
    }

    private void require(long count, Limit limit, Chronicle chronicle, String what) {
        int most = chronicle.limits().get(limit);
        if (count == most) {
            judge.reached();
        }
        judge.require(count <= most, () -> count + " " + what + " instead of " + most);
    }

    private void checkUnauthenticated(Chronicle chronicle) {
        Map<String, Integer> byOrigin = new HashMap<>();
        int all = 0;
        for (ConnectionRecord connection : chronicle.open()) {
            if (connection.isUnauthenticated() && connection.peer() instanceof Peer.Remote remote) {
                all++;
                remote.origin().ifPresent(origin -> byOrigin.merge(origin, 1, Integer::sum));
            }
        }
        require(all, Limit.UNAUTHENTICATED_CONNECTIONS, chronicle, "connections without proof");
        byOrigin.forEach((origin, count) ->
                require(count, Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, chronicle, "connections of " + origin));
    }

    private void checkAuthenticated(Chronicle chronicle) {
        Map<Credential, Integer> byToken = new HashMap<>();
        int all = 0;
        for (ConnectionRecord connection : chronicle.open()) {
            if (connection.isAuthenticated() && !connection.isLocal()) {
                all++;
                connection
                        .credential()
                        .filter(it -> it.kind() != Credential.Kind.DISCOVERED)
                        .ifPresent(it -> byToken.merge(it, 1, Integer::sum));
            }
        }
        require(all, Limit.AUTHENTICATED_CONNECTIONS, chronicle, "connections");
        byToken.forEach((token, count) -> require(count, Limit.CONNECTIONS_PER_TOKEN, chronicle, "users of " + token));
    }

    private void checkPatience(ConnectionRecord connection, long now, Chronicle chronicle) {
        boolean waiting = connection.phase() == Phase.AWAIT_AUTH || connection.phase() == Phase.IN_QUESTION;
        if (connection.isUnauthenticated() && waiting) {
            long waited = now - connection.openedAt();
            long most = chronicle.limits().nanos(Limit.AUTH_TIMEOUT);
            judge.require(
                    waited < most, () -> "connection " + connection.id() + " has proved nothing for " + waited + " ns");
        }
    }

    private void checkRebind(long id, Step step, Chronicle chronicle) {
        ErrorCode refusal = step.sentTo(id, ErrorMessage.class).stream()
                .map(ErrorMessage::code)
                .findFirst()
                .orElse(null);
        boolean begun = refusal != ErrorCode.RATE_LIMITED
                && refusal != ErrorCode.PAYLOAD_TOO_LARGE
                && refusal != ErrorCode.INVALID_JSON;
        Deque<Long> times = rebinds.computeIfAbsent(id, key -> new ArrayDeque<>());
        if (begun) {
            times.addLast(step.at());
        } else {
            judge.require(
                    chronicle.connection(id).phase() == Phase.BOUND || step.closed(id),
                    () -> "a rebind refused as " + refusal + " cost the binding");
        }
        while (!times.isEmpty() && step.at() - times.peekFirst() >= MINUTE) {
            times.removeFirst();
        }
        require(times.size(), Limit.REBINDS_PER_MINUTE, chronicle, "rebinds of one connection in a minute");
    }

    private void checkSize(Cause.Arrived arrived, Step step, Chronicle chronicle) {
        boolean large = arrived.bytes() > chronicle.limits().get(Limit.MESSAGE)
                && arrived.message(ToolResult.class).isEmpty();
        if (large && !step.closed(arrived.connection())) {
            judge.reached();
            judge.require(
                    step.before().sessions().equals(step.after().sessions()),
                    () -> arrived.bytes() + " bytes changed the gateway");
        }
    }
}
