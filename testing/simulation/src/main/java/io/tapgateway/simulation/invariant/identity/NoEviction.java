package io.tapgateway.simulation.invariant.identity;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * I-31: nobody loses a binding because of somebody else, unless that one has its reconnect token, or uses the same
 * credential and the holder gave no sign of life when asked. Confined to one simulation.
 */
public final class NoEviction implements Invariant {
    /**
     * Somebody who wants an identity that another holds.
     *
     * @param rightful the binding that its token entitles it to
     */
    private record Claim(ConnectionRecord claimant, Hello hello, long since, Optional<BindingRecord> rightful) {}

    private final Check check = new Check("I-31");
    private final List<Claim> claims = new ArrayList<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        claims.clear();
        for (ConnectionRecord connection : reference.open()) {
            if (connection.isUndecided()) {
                connection.hello().ifPresent(hello -> claim(connection, hello, connection.undecidedSince(), reference));
                // Their turn comes as soon as the first is decided, whichever way.
                connection.parkedHellos().forEach(hello -> claim(connection, hello, Long.MAX_VALUE, reference));
            }
        }
        if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            if (connection.phase() != ConnectionRecord.Phase.BOUND) {
                arrived.message(Hello.class).ifPresent(hello -> claim(connection, hello, Long.MAX_VALUE, reference));
            }
        }
    }

    private void claim(ConnectionRecord connection, Hello hello, long since, ReferenceModel reference) {
        Optional<BindingRecord> rightful =
                reference.bindings().tickets().redeemable(connection, hello, reference.now());
        claims.add(new Claim(connection, hello, since, rightful));
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (BindingRecord ended : reference.bindings().endedNow()) {
            check(ended, step, reference);
        }
        boolean turnedAway = step.sent().stream()
                .anyMatch(sent ->
                        sent.message() instanceof ErrorMessage error && error.code() == ErrorCode.DUPLICATE_INSTANCE);
        if (turnedAway) {
            check.reached();
        }
    }

    private void check(BindingRecord ended, Step step, ReferenceModel reference) {
        ConnectionRecord holder = reference.connection(ended.connection());
        if (isOwnDoing(holder, step) || isOverAnyway(ended, step, reference)) {
            return;
        }
        Optional<CloseCode> code = closeCode(holder, step);
        boolean silent = code.equals(Optional.of(CloseCode.TIMED_OUT))
                && step.cause() instanceof Cause.Ticked
                && holder.unansweredPings() >= reference.limits().get(Limit.UNANSWERED_PINGS);
        if (silent) {
            return;
        }
        check.reached();
        check.require(
                code.equals(Optional.of(CloseCode.TAKEN_OVER))
                        && claims.stream().anyMatch(claim -> isRightful(claim, ended, holder, step.at(), reference)),
                () -> ended.identity() + " on connection " + holder.id() + " was evicted (" + code + ") by "
                        + step.cause());
    }

    /** What it said itself, its transport, or a frame that had to wait for the outcome of its {@code hello}. */
    private boolean isOwnDoing(ConnectionRecord holder, Step step) {
        boolean own = (step.cause() instanceof Cause.Arrived arrived && arrived.connection() == holder.id())
                || (step.cause() instanceof Cause.Hungup hungup && hungup.connection() == holder.id());
        return own || claims.stream().anyMatch(claim -> claim.claimant() == holder);
    }

    private static boolean isOverAnyway(BindingRecord ended, Step step, ReferenceModel reference) {
        boolean session = step.only(Consequence.Noticed.class).stream()
                .anyMatch(it ->
                        it.notice() instanceof HostNotice.Ended && it.session().equals(ended.scope()));
        boolean token = step.cause() instanceof Cause.Revoked revoked
                && reference
                        .credentials()
                        .of(revoked.token())
                        .equals(reference.connection(ended.connection()).credential());
        boolean gateway = reference.isClosing() && reference.sessions().isEmpty();
        return session || token || gateway;
    }

    private static Optional<CloseCode> closeCode(ConnectionRecord holder, Step step) {
        return step.only(Consequence.Closed.class).stream()
                .filter(it -> it.connection() == holder.id())
                .map(Consequence.Closed::code)
                .findFirst();
    }

    private static boolean isRightful(
            Claim claim, BindingRecord ended, ConnectionRecord holder, long now, ReferenceModel reference) {
        boolean token = claim.rightful().equals(Optional.of(ended));
        boolean sameName = claim.hello()
                        .identity()
                        .name()
                        .folded()
                        .equals(ended.identity().name().folded())
                && claim.hello().identity().instance().equals(ended.identity().instance());
        boolean samePrincipal = claim.claimant().credential().equals(holder.credential());
        boolean waited = claim.since() != Long.MAX_VALUE
                && now - claim.since() >= reference.limits().nanos(Limit.LIVENESS_PROBE)
                && holder.pongedAt() < claim.since();
        return token || (sameName && samePrincipal && waited);
    }
}
