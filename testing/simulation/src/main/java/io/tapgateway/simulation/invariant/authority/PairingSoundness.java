package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.PairingLine;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * I-26: the code that was shown for a connection lets that one in, once, in time, and while pairing is not locked;
 * nothing else does. Only so many codes are checked in a minute, and only so many wrong ones in a row. A window is for
 * one origin. Confined to one simulation.
 */
public final class PairingSoundness implements Invariant {
    /** What becomes of somebody who enters a code. */
    private enum Verdict {
        LET_IN,
        POSTPONE,
        TURN_AWAY
    }

    /** A code, and where a user can read it. */
    private record Shown(String code, long at, SessionId session) {}

    private final Check check = new Check("I-26");
    private final PairingAccount account = new PairingAccount();
    private final Map<Long, Shown> codes = new HashMap<>();
    private Optional<Attempt> attempt = Optional.empty();
    private Optional<String> windowHolder = Optional.empty();

    /**
     * A code that somebody enters.
     *
     * @param open whether the session is
     * @param seat whether there is a place for one more
     */
    private record Attempt(ConnectionRecord connection, boolean open, boolean right, boolean seat) {}

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        attempt = Optional.empty();
        if (cause instanceof Cause.PairingUnlocked) {
            account.unlock();
        } else if (cause instanceof Cause.PairingWindowOpened) {
            windowHolder = Optional.empty();
        } else if (cause instanceof Cause.Arrived arrived) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            if (connection.phase() == Phase.AWAIT_PAIRING) {
                // Whatever it is, the code is used up.
                Optional<Shown> shown = Optional.ofNullable(codes.remove(connection.id()));
                attempt = arrived.message(AuthConfirm.class)
                        .map(confirm -> attempt(connection, shown, confirm.code(), reference));
            }
        }
    }

    private static Attempt attempt(
            ConnectionRecord connection, Optional<Shown> shown, String typed, ReferenceModel reference) {
        boolean open = shown.flatMap(it -> reference.session(it.session()))
                .filter(session -> !session.isEnding())
                .isPresent();
        boolean right = shown.filter(it -> it.code().equals(typed)).isPresent();
        return new Attempt(connection, open, right, hasSeat(reference));
    }

    private Verdict check(Attempt attempt, long now, Limits limits) {
        Optional<String> origin = attempt.connection().origin();
        if (!attempt.open() || account.isShutTo(origin, limits)) {
            return Verdict.TURN_AWAY;
        }
        if (!account.mayCheck(origin, now, limits)) {
            return Verdict.POSTPONE;
        }
        account.check(origin, attempt.right(), now);
        if (!attempt.right()) {
            return Verdict.TURN_AWAY;
        }
        return attempt.seat() ? Verdict.LET_IN : Verdict.POSTPONE;
    }

    private static boolean hasSeat(ReferenceModel reference) {
        long taken =
                reference.authenticated().stream().filter(it -> !it.isLocal()).count();
        return taken < reference.limits().get(Limit.AUTHENTICATED_CONNECTIONS);
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof AuthPairing) {
                remember(sent, step, reference);
            } else if (sent.message() instanceof Sessions list && list.token().isPresent()) {
                check.require(
                        attempt.isPresent()
                                && step.arrival()
                                        .filter(it -> it.connection() == sent.connection())
                                        .isPresent(),
                        () -> "connection " + sent.connection() + " got in and has entered no code");
            }
        }
        attempt.ifPresent(it -> compare(check(it, step.at(), reference.limits()), step));
        codes.keySet().removeIf(it -> reference.connection(it).phase() != Phase.AWAIT_PAIRING);
        long most = reference.limits().nanos(Limit.PAIRING_TIMEOUT);
        codes.forEach((connection, shown) -> check.require(
                step.at() - shown.at() < most,
                () -> "connection " + connection + " may enter a code for too long a time"));
    }

    private void remember(Consequence.Sent sent, Step step, ReferenceModel reference) {
        ConnectionRecord connection = reference.connection(sent.connection());
        check.require(
                !account.isShutTo(connection.origin(), reference.limits()),
                () -> "connection " + connection.id() + " was given a code although it may not pair");
        if (PairingPolicy.standard().modeFor(connection.origin()) == PairingPolicy.Mode.WINDOW) {
            check.require(
                    windowHolder.isEmpty() || windowHolder.equals(connection.origin()),
                    () -> connection.origin() + " was given a code in the window of " + windowHolder);
            windowHolder = connection.origin();
        }
        List<Shown> lines = new ArrayList<>();
        for (Consequence.Noticed noticed : step.only(Consequence.Noticed.class)) {
            if (noticed.notice() instanceof HostNotice.Log log) {
                PairingLine.of(log.entry())
                        .filter(line -> line.origin().equals(connection.origin()))
                        .ifPresent(line -> lines.add(new Shown(line.code(), step.at(), noticed.session())));
            }
        }
        check.require(
                lines.size() == 1
                        && connection
                                .pairedSession()
                                .equals(Optional.of(lines.get(0).session())),
                () -> lines.size() + " codes were shown for connection " + connection.id() + " instead of one in "
                        + connection.pairedSession());
        codes.put(connection.id(), lines.get(0));
    }

    private void compare(Verdict expected, Step step) {
        check.reached();
        long connection = step.arrival().orElseThrow().connection();
        boolean in = !step.sentTo(connection, Sessions.class).isEmpty();
        boolean later = step.sentTo(connection, ErrorMessage.class).stream()
                .anyMatch(error -> error.code() == ErrorCode.RATE_LIMITED);
        Verdict actual = in ? Verdict.LET_IN : later ? Verdict.POSTPONE : Verdict.TURN_AWAY;
        check.require(
                actual == expected,
                () -> "connection " + connection + " entered a code: " + actual + " instead of " + expected);
    }
}
