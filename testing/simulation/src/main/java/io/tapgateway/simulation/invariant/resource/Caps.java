package io.tapgateway.simulation.invariant.resource;

import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.state.PageSite;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
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

    private final Check check = new Check("I-56");
    private final Map<Long, Deque<Long>> rebinds = new HashMap<>();
    private boolean rebinding;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        rebinding = cause instanceof Cause.Arrived arrived
                && reference.connection(arrived.connection()).phase() == Phase.BOUND
                && reference.considered(cause).filter(Hello.class::isInstance).isPresent();
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (step.cause() instanceof Cause.Opened) {
            checkUnauthenticated(reference);
        }
        step.arrival().ifPresent(arrived -> {
            if (arrived.token().isPresent()
                    || arrived.message(AuthConfirm.class).isPresent()) {
                checkAuthenticated(reference);
            }
            checkSize(arrived, step, reference);
            if (rebinding) {
                checkRebind(arrived.connection(), step, reference);
            }
        });
        for (ConnectionRecord connection : reference.open()) {
            checkPatience(connection, step.at(), reference);
        }
    }

    private void require(long count, Limit limit, ReferenceModel reference, String what) {
        require(count, reference.limits().get(limit), what);
    }

    private void require(long count, int most, String what) {
        if (count == most) {
            check.reached();
        }
        check.require(count <= most, () -> count + " " + what + " instead of " + most);
    }

    private void checkUnauthenticated(ReferenceModel reference) {
        Map<PageSite, Integer> bySite = new HashMap<>();
        int programs = 0;
        int pages = 0;
        for (ConnectionRecord connection : reference.open()) {
            if (connection.isUnauthenticated() && connection.peer() instanceof Peer.Remote remote) {
                if (remote.origin().isPresent()) {
                    pages++;
                    bySite.merge(PageSite.of(remote.origin().get()), 1, Integer::sum);
                } else {
                    programs++;
                }
            }
        }
        int half = Math.max(1, reference.limits().get(Limit.UNAUTHENTICATED_CONNECTIONS) / 2);
        require(programs, half, "programs without proof");
        require(pages, half, "pages without proof");
        bySite.forEach((site, count) ->
                require(count, Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN, reference, "connections of " + site));
    }

    private void checkAuthenticated(ReferenceModel reference) {
        Map<ExpectedCredential, Integer> byToken = new HashMap<>();
        int all = 0;
        for (ConnectionRecord connection : reference.open()) {
            if (connection.isAuthenticated() && !connection.isLocal()) {
                all++;
                connection
                        .credential()
                        .filter(it -> it.kind() != ExpectedCredential.Kind.DISCOVERED)
                        .ifPresent(it -> byToken.merge(it, 1, Integer::sum));
            }
        }
        require(all, Limit.AUTHENTICATED_CONNECTIONS, reference, "connections");
        byToken.forEach((token, count) -> require(count, Limit.CONNECTIONS_PER_TOKEN, reference, "users of " + token));
    }

    private void checkPatience(ConnectionRecord connection, long now, ReferenceModel reference) {
        boolean waiting = connection.phase() == Phase.AWAIT_AUTH || connection.phase() == Phase.IN_QUESTION;
        if (connection.isUnauthenticated() && waiting) {
            long waited = now - connection.openedAt();
            long most = reference.limits().nanos(Limit.AUTH_TIMEOUT);
            check.require(
                    waited < most, () -> "connection " + connection.id() + " has proved nothing for " + waited + " ns");
        }
    }

    private void checkRebind(long id, Step step, ReferenceModel reference) {
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
            check.require(
                    reference.connection(id).phase() == Phase.BOUND || step.closed(id),
                    () -> "a rebind refused as " + refusal + " cost the binding");
        }
        while (!times.isEmpty() && step.at() - times.peekFirst() >= MINUTE) {
            times.removeFirst();
        }
        require(times.size(), Limit.REBINDS_PER_MINUTE, reference, "rebinds of one connection in a minute");
    }

    private void checkSize(Cause.Arrived arrived, Step step, ReferenceModel reference) {
        boolean large = arrived.bytes() > reference.limits().get(Limit.MESSAGE)
                && arrived.message(ToolResult.class).isEmpty();
        if (large && !step.closed(arrived.connection())) {
            check.reached();
            check.require(
                    step.before().sessions().equals(step.after().sessions()),
                    () -> arrived.bytes() + " bytes changed the gateway");
        }
    }
}
