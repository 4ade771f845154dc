package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * I-22: a session that is none of somebody's business is for them as if it did not exist: they cannot change it, and
 * are told the same as of one that nobody ever opened. Confined to one simulation.
 */
public final class SessionScope implements Invariant {
    /** What may be wrong with a message before anybody looks at its session. */
    private static final Set<ErrorCode> EARLIER =
            Set.of(ErrorCode.RATE_LIMITED, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.INVALID_JSON, ErrorCode.UNAUTHORIZED);

    /** What this gateway does not offer at all, whatever the session. */
    private static final Set<MessageType> NOT_OFFERED = Set.of(MessageType.HOOKS_UPDATE, MessageType.FILTER_SET);

    private final Check check = new Check("I-22");
    private final Map<MessageType, String> told = new EnumMap<>(MessageType.class);
    private Optional<ProviderMessage> trespass = Optional.empty();
    private boolean bound;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        trespass = reference.considered(cause).filter(message -> {
            ConnectionRecord connection = reference.connection(((Cause.Arrived) cause).connection());
            bound = connection.phase() == Phase.BOUND;
            return named(message)
                    .filter(it -> !isIn(it, message, connection, reference))
                    .isPresent();
        });
    }

    /** The one session that a message names. */
    private static Optional<SessionId> named(ProviderMessage message) {
        if (message instanceof Hello hello) {
            return hello.session().filter(it -> !it.isAll());
        } else if (message instanceof Push push) {
            return push.target().sessionId();
        } else if (message instanceof ToolsUpdate update) {
            return update.sessionId();
        } else if (message instanceof ContextUpdate update) {
            return update.sessionId();
        } else if (message instanceof HooksUpdate update) {
            return update.sessionId();
        } else if (message instanceof FilterSet filter) {
            return filter.sessionId();
        } else if (message instanceof StreamQuery query) {
            return query.sessionId();
        } else if (message instanceof SessionReady ready) {
            return Optional.of(ready.sessionId());
        } else if (message instanceof ShutdownReady ready) {
            return ready.sessionId();
        }
        return Optional.empty();
    }

    private static boolean isIn(
            SessionId session, ProviderMessage message, ConnectionRecord connection, ReferenceModel reference) {
        boolean asksToEnter = message instanceof Hello || message instanceof SessionReady;
        return asksToEnter
                ? reference
                        .session(session)
                        .filter(it -> connection
                                .credential()
                                .filter(credential -> credential.opens(it))
                                .isPresent())
                        .isPresent()
                : connection
                        .binding()
                        .filter(it -> it.tools().containsKey(session))
                        .isPresent();
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        Optional<Cause.Arrived> arrived = step.arrival();
        if (arrived.isEmpty()) {
            return;
        }
        long connection = arrived.get().connection();
        for (ErrorMessage error : step.sentTo(connection, ErrorMessage.class)) {
            if (error.code() == ErrorCode.INVALID_SESSION) {
                arrived.get().message().ifPresent(message -> compare(message, error));
            }
        }
        if (trespass.isPresent() && !reference.isWorn(reference.connection(connection))) {
            check(trespass.get(), step, connection);
        }
    }

    private void compare(ProviderMessage message, ErrorMessage error) {
        if (trespass.isPresent()) {
            String text = error.message() + error.about().replyTo();
            String before = told.putIfAbsent(message.type(), text);
            check.require(
                    before == null || before.equals(text),
                    () -> "one session is refused with " + before + " and another with " + text);
        }
        Optional<String> named = named(message).map(SessionId::value);
        check.require(
                named.isEmpty() || error.about().correlation().sessionId().equals(named),
                () -> error + " is not about " + named);
    }

    private void check(ProviderMessage message, Step step, long connection) {
        check.reached();
        boolean refused = step.sentTo(connection, ErrorMessage.class).stream()
                .map(ErrorMessage::code)
                .anyMatch(code -> code == ErrorCode.INVALID_SESSION
                        || EARLIER.contains(code)
                        || (code == ErrorCode.UNKNOWN_TYPE && NOT_OFFERED.contains(message.type())));
        check.require(refused, () -> message + " was followed by " + step.consequences());
        boolean rebind = bound && message instanceof Hello;
        check.require(rebind || step.before().equals(step.after()), () -> message + " changed the gateway");
        check.require(
                rebind || step.consequences().size() == 1, () -> message + " was followed by " + step.consequences());
    }
}
