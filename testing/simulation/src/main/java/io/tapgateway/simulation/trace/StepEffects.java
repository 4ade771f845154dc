package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What follows from a step as a whole, above all from what was not answered. Confined to the thread of its simulation.
 */
final class StepEffects {
    private final ReferenceModel reference;

    StepEffects(ReferenceModel reference) {
        this.reference = reference;
    }

    void enter(Step step) {
        step.arrival().ifPresent(arrived -> settle(reference.connection(arrived.connection()), arrived, step));
        if (step.cause() instanceof Cause.PairingDecided decided) {
            turnAway(reference.connection(decided.connection()));
        }
        for (ConnectionRecord connection : reference.open()) {
            resume(connection, step);
        }
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof SessionLifecycle lifecycle
                    && lifecycle.state() == SessionLifecycle.State.STARTED) {
                sharpen(reference.connection(sent.connection()), lifecycle.sessionId(), step);
            }
        }
        step.only(Consequence.Closed.class).forEach(closed -> loseRevisions(closed.connection(), step));
    }

    /** Who has come into a session shows what it brings. */
    private void sharpen(ConnectionRecord connection, SessionId entered, Step step) {
        if (connection.binding().filter(BindingRecord::isTemplateBlurred).isPresent()) {
            bindings().resynchronize(connection, step, entered::equals);
        }
    }

    /** How far the revisions got of who waited, said several things, and left, all in one step, cannot be told. */
    private void loseRevisions(long connection, Step step) {
        step.sentTo(connection, HelloAck.class).forEach(ack -> bindings().loseRevisions(ack.providerId()));
    }

    private Bindings bindings() {
        return reference.bindings();
    }

    private void endBinding(ConnectionRecord connection) {
        bindings().end(connection, reference.now(), false);
        connection.enter(Phase.UNBOUND);
    }

    /** The frames that waited have been dealt with, in this same step. */
    private void resume(ConnectionRecord connection, Step step) {
        if (connection.isUndecided() && isRefusedInSilence(connection, step)) {
            // The last of those that waited was refused without a word.
            connection.setHello(null);
        }
        boolean openAgain = connection.isCatchingUp() && connection.hello().isPresent();
        if (openAgain && connection.phase() == Phase.BOUND) {
            endBinding(connection);
        }
        if (connection.hello().isEmpty()) {
            connection.decide();
            int waited = connection.takeParked();
            if (waited > 0) {
                // As many as there may have been; too few would make an end in good order look like a fault.
                for (int i = 0; i < waited; i++) {
                    connection.countUntoldViolation(reference.now());
                }
                bindings().resynchronizePhase(connection, step.after(), reference.authenticated());
                bindings().resynchronize(connection, step, session -> true);
                loseRevisions(connection.id(), step);
            }
        }
    }

    /** Whether a {@code hello} that nothing came of waits no longer: it may have been refused in silence (D-034). */
    private boolean isRefusedInSilence(ConnectionRecord connection, Step step) {
        return reference.isMuffled(connection) && !step.after().undecided().contains(connection.id());
    }

    /** Who was not given a code will be told in a moment that there is none. */
    private static void turnAway(ConnectionRecord connection) {
        if (connection.phase() == Phase.IN_QUESTION) {
            connection.enter(Phase.REJECTED);
        }
    }

    private void settle(ConnectionRecord connection, Cause.Arrived arrived, Step step) {
        if (reference.isMuffled(connection)
                && step.sentTo(connection.id(), ErrorMessage.class).isEmpty()) {
            connection.countUntoldViolation(reference.now());
        }
        if (connection.isUndecided()) {
            return;
        }
        if (connection.phase() == Phase.AWAIT_AUTH
                && arrived.message(Auth.class).isPresent()) {
            connection.enter(Phase.REJECTED);
        } else if (connection.phase() == Phase.AWAIT_PAIRING
                && arrived.message(AuthConfirm.class).isPresent()) {
            connection.setCredential(null);
            connection.enter(Phase.REJECTED);
        } else if (connection.hello().isPresent() && isRefusedInSilence(connection, step)) {
            connection.setHello(null);
            bindings().resynchronizePhase(connection, step.after(), reference.authenticated());
        } else if (connection.hello().isPresent()) {
            connection.leaveUndecided(reference.now());
            bindings().burnIfStolen(connection, reference.now());
            if (connection.phase() == Phase.BOUND) {
                endBinding(connection);
            }
        } else if (connection.phase() == Phase.BOUND) {
            update(connection, arrived, step);
            arrived.message(ShutdownReady.class).ifPresent(ready -> note(connection, ready));
        }
    }

    private void update(ConnectionRecord connection, Cause.Arrived arrived, Step step) {
        BindingRecord binding = connection.binding().orElseThrow();
        Optional<Update> change = arrived.message().flatMap(Update::of);
        Optional<SessionReady> entry = arrived.message(SessionReady.class);
        if (change.isEmpty() && entry.isEmpty()) {
            return;
        }
        // Errors may be kept back, but not what was asked for.
        boolean confirms = change.flatMap(Update::requestId)
                .or(() -> entry.flatMap(SessionReady::requestId))
                .isPresent();
        boolean confirmed = !step.sentTo(connection.id(), Ack.class).isEmpty();
        boolean refused = !step.sentTo(connection.id(), ErrorMessage.class).isEmpty();
        if (!refused && !confirms && reference.isMuffled(connection)) {
            bindings().resynchronize(connection, step, touched(binding, arrived)::contains);
        } else if (!refused && (confirmed || !confirms)) {
            change.ifPresent(update -> bindings().advance(binding, update));
            arrived.message(ToolsUpdate.class).ifPresent(update -> bindings().update(binding, update));
            arrived.message(HooksUpdate.class).ifPresent(update -> bindings().update(binding, update));
            entry.ifPresent(ready -> bindings().ready(binding, ready));
            if (confirmed) {
                binding.countAckedUpdate();
            }
        }
    }

    /** The sessions in which a message may have changed the tools of who sent it. */
    private Set<SessionId> touched(BindingRecord binding, Cause.Arrived arrived) {
        Set<SessionId> touched = new HashSet<>();
        arrived.message(SessionReady.class).ifPresent(ready -> touched.add(ready.sessionId()));
        arrived.message(ToolsUpdate.class)
                .ifPresent(update ->
                        bindings().targets(binding, update.sessionId()).forEach(target -> touched.add(target.id())));
        return touched;
    }

    /** Somebody is ready for the end of a session. */
    private void note(ConnectionRecord connection, ShutdownReady message) {
        connection.binding().ifPresent(binding -> {
            Optional<SessionId> only = binding.scope().isAll() ? Optional.empty() : Optional.of(binding.scope());
            message.sessionId()
                    .or(() -> only)
                    .filter(binding.tools()::containsKey)
                    .flatMap(reference::session)
                    .filter(SessionRecord::isEnding)
                    .ifPresent(session -> session.ready().add(binding));
        });
    }
}
