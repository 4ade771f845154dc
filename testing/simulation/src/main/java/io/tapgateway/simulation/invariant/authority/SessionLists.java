package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Step;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * I-28: everybody knows of the sessions that are theirs to know, as much of them as they may, and at any time; what
 * they are sent mentions no other. Confined to one simulation.
 */
public final class SessionLists implements Invariant {
    private final Check check = new Check("I-28");
    private final Map<Long, List<String>> known = new HashMap<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        ConnectionRecord connection = reference.connection(sent.connection());
        list(sent.message()).ifPresent(list -> {
            check.reached();
            List<SessionSummary> expected = visible(connection, reference);
            check.require(list.equals(expected), () -> sent + " instead of " + expected);
            known.put(connection.id(), list.stream().map(it -> it.id().value()).toList());
        });
    }

    private static Optional<List<SessionSummary>> list(GatewayMessage message) {
        if (message instanceof Sessions sessions) {
            return Optional.of(sessions.active());
        }
        return message instanceof SessionsUpdated updated ? Optional.of(updated.active()) : Optional.empty();
    }

    private static List<SessionSummary> visible(ConnectionRecord connection, ReferenceModel reference) {
        return connection.credential().stream()
                .flatMap(credential -> listed(reference)
                        .filter(credential::opens)
                        .map(session -> summary(session, credential, connection)))
                .toList();
    }

    /** What is in the foreground comes first (G-002). */
    private static Stream<SessionRecord> listed(ReferenceModel reference) {
        return reference.sessions().stream()
                .sorted(Comparator.comparing(session -> !session.info().foreground()));
    }

    private static SessionSummary summary(
            SessionRecord session, ExpectedCredential credential, ConnectionRecord connection) {
        boolean local = credential.kind() == ExpectedCredential.Kind.LOCAL;
        boolean mayWalkIn = credential.kind() != ExpectedCredential.Kind.DISCOVERED
                || connection
                        .binding()
                        .filter(it -> it.tools().containsKey(session.id()))
                        .isPresent();
        return new SessionSummary(
                session.id(),
                session.info().label(),
                session.info().cwd().filter(it -> mayWalkIn).map(Path::toString),
                local ? Optional.of(session.info().foreground()) : Optional.empty());
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (ConnectionRecord connection : reference.open()) {
            if (connection.isAuthenticated()) {
                List<String> told = known.getOrDefault(connection.id(), List.of());
                check.require(
                        isComplete(told, connection.credential().orElseThrow(), reference),
                        () -> "connection " + connection.id() + " knows of " + told + " of " + reference.sessions());
            }
        }
        step.sent().forEach(sent -> checkMentions(sent, step, reference));
    }

    private static boolean isComplete(List<String> told, ExpectedCredential credential, ReferenceModel reference) {
        int next = 0;
        for (SessionRecord session : listed(reference).toList()) {
            if (credential.opens(session)) {
                if (next == told.size() || !told.get(next).equals(session.id().value())) {
                    return false;
                }
                next++;
            }
        }
        return next == told.size();
    }

    /**
     * The ids of an environment's sessions are words that mean nothing else, and stand in their labels and directories
     * too.
     */
    private void checkMentions(Consequence.Sent sent, Step step, ReferenceModel reference) {
        ConnectionRecord connection = reference.connection(sent.connection());
        Optional<ExpectedCredential> credential = connection.credential();
        for (SessionRecord session : reference.sessions()) {
            String id = session.id().value();
            // Of two that are shown out together, the second may hear what comes of the first.
            boolean leaving = step.cause() instanceof Cause.Revoked && step.closed(connection.id());
            boolean secret =
                    !leaving && credential.filter(it -> it.opens(session)).isEmpty();
            check.require(
                    !secret || !sent.text().contains(id) || says(step, connection, id) || echoes(sent, id),
                    () -> sent + " tells of a session that is none of its business");
        }
    }

    /** Which session it named itself; that an error repeats nothing else is for another to judge. */
    private static boolean echoes(Consequence.Sent sent, String id) {
        return sent.message() instanceof ErrorMessage error
                && error.about().correlation().sessionId().equals(Optional.of(id))
                && !error.message().contains(id);
    }

    private static boolean says(Step step, ConnectionRecord connection, String id) {
        return step.cause() instanceof Cause.Arrived arrived
                && arrived.connection() == connection.id()
                && arrived.text().contains(id);
    }
}
