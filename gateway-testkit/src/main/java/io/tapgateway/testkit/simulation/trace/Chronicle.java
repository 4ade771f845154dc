package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.testkit.simulation.trace.ConnectionRecord.Phase;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of the gateway by the specification, made from what went in and came out.
 *
 * <p>A cause is entered when it happens, each consequence as it comes, and the step as a whole once it is complete, so that
 * whoever looks in between sees the moment before. Confined to the thread of its simulation.
 */
public final class Chronicle {
    /** What a {@code hello} is refused for before it touches the present binding (D-091). */
    private static final Set<ErrorCode> BEFORE_REBIND =
            Set.of(ErrorCode.INVALID_JSON, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.RATE_LIMITED);

    private final Limits limits;
    private final Map<Long, ConnectionRecord> connections = new LinkedHashMap<>();
    private final Map<SessionId, SessionRecord> sessions = new LinkedHashMap<>();
    private final Calls calls;
    private final Bindings bindings;
    private @Nullable Cause cause;
    private long now;

    /** An empty one, for a gateway with these limits. */
    public Chronicle(Limits limits) {
        this.limits = limits;
        this.calls = new Calls(limits);
        this.bindings = new Bindings(sessions, calls, limits);
    }

    public Limits limits() {
        return limits;
    }

    public long now() {
        return now;
    }

    public Calls calls() {
        return calls;
    }

    /** All connections there were, oldest first. */
    public Collection<ConnectionRecord> connections() {
        return connections.values();
    }

    /** The connection of that id. */
    public ConnectionRecord connection(long id) {
        return connections.computeIfAbsent(id, key -> new ConnectionRecord(key));
    }

    /** The open session of that id. */
    public Optional<SessionRecord> session(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    /** All open sessions. */
    public Collection<SessionRecord> sessions() {
        return sessions.values();
    }

    /** The bindings that live. */
    public Bindings bindings() {
        return bindings;
    }

    /** Whether what a connection is told may be incomplete, because it was told too much already (D-034). */
    public boolean isMuffled(ConnectionRecord connection) {
        return connection.recentErrors(now) >= limits.get(Limit.ERRORS_PER_SECOND);
    }

    /** Enters a cause. */
    public void begin(Cause next, long at) {
        cause = next;
        now = at;
        connections.values().forEach(connection -> calls.expire(connection, at));
        if (next instanceof Cause.Opened opened) {
            connections.put(opened.connection(), new ConnectionRecord(opened.connection()));
        } else if (next instanceof Cause.Arrived arrived) {
            arrive(connection(arrived.connection()), arrived);
        } else if (next instanceof Cause.Hungup hungup) {
            over(connection(hungup.connection()), true);
        } else if (next instanceof Cause.Invoked invoked) {
            calls.invoke(invoked, at, bindings.ownerOf(invoked.session(), invoked.tool()));
        } else if (next instanceof Cause.SessionOpened opened) {
            sessions.put(opened.session(), new SessionRecord(opened.session(), opened.reservedToolNames()));
        } else if (next instanceof Cause.SessionClosing closing) {
            session(closing.session()).ifPresent(SessionRecord::beginEnd);
        } else if (next instanceof Cause.GatewayClosing) {
            sessions.values().forEach(SessionRecord::beginEnd);
        }
    }

    private void arrive(ConnectionRecord connection, Cause.Arrived arrived) {
        connection.countArrival();
        if (connection.isUndecided()) {
            connection.park(arrived.message(Hello.class));
            return;
        }
        Phase phase = connection.phase();
        if (phase == Phase.AWAIT_AUTH) {
            arrived.message(Auth.class).ifPresent(auth -> connection.setPrincipal(arrived.text()));
        }
        boolean registered = phase == Phase.AWAIT_HELLO || phase == Phase.BOUND || phase == Phase.UNBOUND;
        if (registered) {
            arrived.message(Hello.class).ifPresent(connection::setHello);
        }
        if (phase == Phase.BOUND) {
            arrived.message(ToolResult.class)
                    .map(result -> connection.unanswered().get(result.id()))
                    .ifPresent(call -> calls.settle(connection, call, now));
        }
    }

    private void over(ConnectionRecord connection, boolean lost) {
        bindings.end(connection, now, lost);
        connection.enter(Phase.OVER);
        connection.setHello(null);
        connection.setUndecided(false);
    }

    /** Enters a consequence. */
    public void enter(Consequence consequence) {
        consequence.accept(new Consequence.Visitor() {
            @Override
            public void onSent(Consequence.Sent sent) {
                Chronicle.this.sent(connection(sent.connection()), sent.message());
            }

            @Override
            public void onClosed(Consequence.Closed closed) {
                // After a goodbye there is nothing to come back to (D-099).
                over(connection(closed.connection()), closed.code() != CloseCode.NORMAL);
            }

            @Override
            public void onPinged(Consequence.Pinged pinged) {}

            @Override
            public void onHostDone(Consequence.HostDone done) {
                Chronicle.this.done(done);
            }

            @Override
            public void onNoticed(Consequence.Noticed noticed) {
                if (noticed.notice() instanceof HostNotice.Ended) {
                    sessionEnded(noticed.session());
                }
            }
        });
    }

    private void sent(ConnectionRecord connection, GatewayMessage message) {
        if (message instanceof ToolCall call) {
            calls.send(connection, call, now);
        } else if (message instanceof ToolCancel cancel) {
            calls.cancel(cancel, now);
        } else if (message instanceof HelloAck ack) {
            bindings.bind(connection, ack, now);
        } else if (message instanceof ErrorMessage error) {
            refused(connection, error);
        } else if (message instanceof Sessions) {
            connection.enter(Phase.AWAIT_HELLO);
        }
    }

    private void refused(ConnectionRecord connection, ErrorMessage error) {
        boolean violation = switch (error.code()) {
            case RATE_LIMITED, TOOL_CONFLICT, DUPLICATE_INSTANCE -> false;
            default -> true;
        };
        connection.countError(now, violation);
        boolean ofHello = error.about().replyTo().filter("hello"::equals).isPresent();
        if (ofHello && connection.hello().isPresent()) {
            boolean begun = !BEFORE_REBIND.contains(error.code());
            if (begun) {
                bindings.burnIfStolen(connection, now);
            }
            connection.unparkHello();
            if (connection.phase() == Phase.BOUND && begun) {
                bindings.end(connection, now, false);
                connection.enter(Phase.UNBOUND);
            }
        }
    }

    private void done(Consequence.HostDone done) {
        CallRecord call = calls.of(done.call());
        if (call == null) {
            return;
        }
        calls.complete(call, done, now);
        boolean unreadable =
                cause instanceof Cause.Arrived arrived && arrived.frame() instanceof Decoded.Malformed && call.isSent();
        if (unreadable) {
            call.target().ifPresent(target -> calls.settle(connection(target.connection()), call, now));
        }
    }

    private void sessionEnded(SessionId id) {
        SessionRecord ended = sessions.remove(id);
        if (ended != null) {
            ended.end();
            for (ConnectionRecord connection : connections.values()) {
                connection.binding().filter(it -> it.scope().equals(id)).ifPresent(binding -> {
                    bindings.end(connection, now, false);
                    connection.enter(Phase.UNBOUND);
                });
            }
            bindings.forget(id);
        }
    }

    /** Enters what only the step as a whole tells. */
    public void end(Step step) {
        step.arrival().ifPresent(arrived -> settle(connection(arrived.connection()), arrived, step));
        connections.values().forEach(connection -> resume(connection, step));
    }

    /** The frames that waited have been dealt with, in this same step. */
    private void resume(ConnectionRecord connection, Step step) {
        boolean openAgain = connection.isCatchingUp() && connection.hello().isPresent();
        if (openAgain && connection.phase() == Phase.BOUND) {
            bindings.end(connection, now, false);
            connection.enter(Phase.UNBOUND);
        }
        if (connection.hello().isEmpty()) {
            connection.setUndecided(false);
            if (connection.takeParked()) {
                bindings.resynchronizePhase(connection, step.after(), connections.values());
                bindings.resynchronize(connection, step.after());
                step.sentTo(connection.id(), HelloAck.class).forEach(ack -> bindings.loseRevisions(ack.providerId()));
            }
        }
    }

    private void settle(ConnectionRecord connection, Cause.Arrived arrived, Step step) {
        if (isMuffled(connection)
                && step.sentTo(connection.id(), ErrorMessage.class).isEmpty()) {
            connection.countUntoldViolation(now);
        }
        if (connection.isUndecided()) {
            return;
        }
        if (connection.phase() == Phase.AWAIT_AUTH
                && arrived.message(Auth.class).isPresent()) {
            connection.enter(Phase.REJECTED);
        } else if (connection.hello().isPresent() && isMuffled(connection)) {
            connection.setHello(null);
            bindings.resynchronizePhase(connection, step.after(), connections.values());
        } else if (connection.hello().isPresent()) {
            connection.setUndecided(true);
            bindings.burnIfStolen(connection, now);
            if (connection.phase() == Phase.BOUND) {
                bindings.end(connection, now, false);
                connection.enter(Phase.UNBOUND);
            }
        } else if (connection.phase() == Phase.BOUND) {
            update(connection, arrived, step);
        }
    }

    private void update(ConnectionRecord connection, Cause.Arrived arrived, Step step) {
        Binding binding = connection.binding().orElseThrow();
        boolean changes = arrived.message(ToolsUpdate.class).isPresent()
                || arrived.message(ContextUpdate.class).isPresent()
                || arrived.message(SessionReady.class).isPresent();
        if (!changes) {
            return;
        }
        if (isMuffled(connection)) {
            bindings.resynchronize(connection, step.after());
        } else if (step.sentTo(connection.id(), ErrorMessage.class).isEmpty()) {
            arrived.message(ToolsUpdate.class).ifPresent(update -> bindings.update(binding, update));
            arrived.message(ContextUpdate.class).ifPresent(update -> bindings.update(binding, update));
            arrived.message(SessionReady.class).ifPresent(ready -> bindings.ready(binding, ready));
            if (!step.sentTo(connection.id(), Ack.class).isEmpty()) {
                binding.countAckedUpdate();
            }
        }
    }
}
