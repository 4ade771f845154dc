package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of the gateway by the specification, made from what went in and came out.
 *
 * <p>A cause is entered when it happens, each consequence as it comes, and the step as a whole once it is complete, so
 * that whoever looks in between sees the moment before. Confined to the thread of its simulation.
 */
public final class ReferenceModel {
    /** What a {@code hello} is refused for before it touches the present binding (D-091). */
    private static final Set<ErrorCode> BEFORE_REBIND = Set.of(
            ErrorCode.INVALID_JSON, ErrorCode.PAYLOAD_TOO_LARGE, ErrorCode.RATE_LIMITED, ErrorCode.UNSUPPORTED_VERSION);

    /** So many violations may have gone unnoticed where nobody was told of them. */
    private static final int UNTOLD_VIOLATIONS = 3;

    private final Limits limits;
    private final Map<Long, ConnectionRecord> connections = new LinkedHashMap<>();
    private final Map<Long, ConnectionRecord> open = new LinkedHashMap<>();
    private final Map<SessionId, SessionRecord> sessions = new LinkedHashMap<>();
    private final ExpectedCredentials credentials = new ExpectedCredentials();
    private final Calls calls;
    private final Bindings bindings;
    private final Uses uses;
    private final StepEffects aftermath;
    private @Nullable Cause cause;
    private boolean closing;
    private long steps;
    private long now;

    /** An empty one, for a gateway with these limits. */
    public ReferenceModel(Limits limits) {
        this.limits = limits;
        this.calls = new Calls(limits);
        this.uses = new Uses(limits);
        this.bindings = new Bindings(sessions, calls, limits);
        this.aftermath = new StepEffects(this);
    }

    public Limits limits() {
        return limits;
    }

    public long now() {
        return now;
    }

    /** What the present step began with. */
    public @Nullable Cause cause() {
        return cause;
    }

    public Calls calls() {
        return calls;
    }

    /** The connections that are not over, oldest first. */
    public Collection<ConnectionRecord> open() {
        return open.values();
    }

    /** The connections whose peers have proved who they are, oldest first. */
    public List<ConnectionRecord> authenticated() {
        List<ConnectionRecord> authenticated = new ArrayList<>(open.values());
        authenticated.removeIf(it -> !it.isAuthenticated());
        return authenticated;
    }

    /** The connection of that id. */
    public ConnectionRecord connection(long id) {
        ConnectionRecord known = connections.get(id);
        if (known == null) {
            throw new IllegalStateException("connection " + id + " was never opened");
        }
        return known;
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

    /** What hosts asked whether they may. */
    public Uses uses() {
        return uses;
    }

    /** All tokens there ever were. */
    public ExpectedCredentials credentials() {
        return credentials;
    }

    /** Whether the gateway is on its way out. */
    public boolean isClosing() {
        return closing;
    }

    /** Whether what a connection is told may be incomplete, because it was told too much already (D-034). */
    public boolean isMuffled(ConnectionRecord connection) {
        return connection.recentErrors(now) >= limits.get(Limit.ERRORS_PER_SECOND);
    }

    /**
     * The message in a frame that has just arrived, if its connection may send such a one now and would be answered.
     */
    public Optional<ProviderMessage> considered(Cause next) {
        if (!(next instanceof Cause.Arrived arrived) || arrived.message().isEmpty()) {
            return Optional.empty();
        }
        ConnectionRecord connection = connection(arrived.connection());
        boolean heard = connection.isAuthenticated() && !connection.isUndecided() && !isMuffled(connection);
        return arrived.message().filter(it -> heard && connection.phase().allows(it.type()));
    }

    /** Whether a connection has misbehaved so often that it may be ended for that alone. */
    public boolean isWorn(ConnectionRecord connection) {
        return connection.recentViolations(now) > limits.get(Limit.VIOLATIONS_PER_MINUTE) - UNTOLD_VIOLATIONS;
    }

    /** It is that late by now; whoever looks before the next cause is entered sees what this cause finds. */
    public void arriveAt(long at) {
        now = at;
    }

    /** Enters a cause. */
    public void begin(Cause next) {
        long at = now;
        cause = next;
        steps++;
        bindings.begin();
        open.values().forEach(connection -> calls.expire(connection, at));
        if (next instanceof Cause.Opened opened) {
            open(opened);
        } else if (next instanceof Cause.Arrived arrived) {
            arrive(connection(arrived.connection()), arrived);
        } else if (next instanceof Cause.Ponged ponged) {
            connection(ponged.connection()).pong(at);
        } else if (next instanceof Cause.Hungup hungup) {
            over(connection(hungup.connection()), true);
        } else if (next instanceof Cause.Invoked invoked) {
            List<BindingRecord> candidates = bindings.offering(invoked.session(), invoked.tool());
            boolean checked = session(invoked.session())
                    .filter(it -> !it.leavesArgumentsUnchecked())
                    .isPresent();
            calls.invoke(invoked, at, bindings.routes().choose(invoked, candidates), checked);
        } else if (next instanceof Cause.Checked checked) {
            uses.begin(checked, at);
        } else if (next instanceof Cause.Answered answered) {
            uses.answer(answered, at);
        } else if (next instanceof Cause.SessionOpened opened) {
            sessions.put(opened.info().id(), new SessionRecord(opened.info(), steps));
        } else if (next instanceof Cause.NamesReserved reserved) {
            session(reserved.session()).ifPresent(it -> it.reserve(reserved.names()));
            session(reserved.session()).ifPresent(bindings::giveWay);
        } else if (next instanceof Cause.ArgumentsUnchecked set) {
            session(set.session()).ifPresent(it -> it.leaveArgumentsUnchecked(set.wanted()));
        } else if (next instanceof Cause.SessionClosing closing) {
            session(closing.session()).ifPresent(it -> it.beginEnd(at + limits.nanos(Limit.SHUTDOWN_DEADLINE)));
        } else if (next instanceof Cause.GatewayClosing close) {
            closing = true;
            long deadline = close.now() ? at : at + limits.nanos(Limit.SHUTDOWN_DEADLINE);
            sessions.values().forEach(it -> it.beginEnd(deadline));
        } else if (next instanceof Cause.TokenIssued issued) {
            credentials.issue(issued);
        } else if (next instanceof Cause.Revoked revoked) {
            credentials.revoke(revoked.token());
        } else if (next instanceof Cause.PairingDecided decided) {
            connection(decided.connection()).setPairedSession(decided.target().orElse(null));
        }
    }

    private void open(Cause.Opened opened) {
        ConnectionRecord connection = new ConnectionRecord(opened.connection(), opened.peer(), now);
        connections.put(opened.connection(), connection);
        open.put(opened.connection(), connection);
        if (opened.peer() instanceof Peer.InProcess local) {
            connection.setCredential(
                    new ExpectedCredential(ExpectedCredential.Kind.LOCAL, Optional.of(local.session())));
        }
    }

    private void arrive(ConnectionRecord connection, Cause.Arrived arrived) {
        connection.countArrival();
        if (connection.isUndecided()) {
            connection.park(arrived);
            return;
        }
        Phase phase = connection.phase();
        if (phase == Phase.AWAIT_AUTH) {
            connection.setCredential(arrived.token().flatMap(credentials::of).orElse(null));
        } else if (phase == Phase.AWAIT_PAIRING) {
            connection.setCredential(connection
                    .pairedSession()
                    .map(home -> ExpectedCredential.paired(home, connection.origin()))
                    .orElse(null));
        }
        if (connection.isAuthenticated()) {
            arrived.message(Goodbye.class).ifPresent(it -> bindings.guards().goodbye(connection));
            arrived.message(Hello.class).ifPresent(connection::setHello);
        }
        if (phase == Phase.BOUND) {
            arrived.message(ToolResult.class)
                    .map(result -> connection.unanswered().get(result.id()))
                    .ifPresent(call -> answered(connection, call));
            arrived.message(GateResult.class).ifPresent(result -> uses.answer(connection, result, now));
        }
    }

    private void answered(ConnectionRecord connection, CallRecord call) {
        if (!call.isDone()) {
            SessionId session = call.cause().session();
            connection.binding().ifPresent(it -> bindings.routes().completed(session, it.providerId()));
        }
        calls.settle(connection, call, now);
    }

    private void over(ConnectionRecord connection, boolean lost) {
        bindings.end(connection, now, lost);
        connection.enter(Phase.OVER);
        connection.setHello(null);
        connection.decide();
        open.remove(connection.id());
    }

    /** Enters a consequence. */
    public void enter(Consequence consequence) {
        consequence.accept(new Consequence.Visitor() {
            @Override
            public void onSent(Consequence.Sent sent) {
                ReferenceModel.this.sent(connection(sent.connection()), sent.message());
            }

            @Override
            public void onClosed(Consequence.Closed closed) {
                // After a goodbye there is nothing to come back to (D-099), also if it had to wait until now.
                boolean lost = closed.code() != CloseCode.NORMAL;
                if (!lost) {
                    bindings.guards().goodbye(connection(closed.connection()));
                }
                over(connection(closed.connection()), lost);
            }

            @Override
            public void onPinged(Consequence.Pinged pinged) {
                connection(pinged.connection()).ping();
            }

            @Override
            public void onConsulted(Consequence.Consulted consulted) {
                connection(consulted.connection()).enter(Phase.IN_QUESTION);
            }

            @Override
            public void onHostDone(Consequence.HostDone done) {
                ReferenceModel.this.done(done);
            }

            @Override
            public void onDecided(Consequence.Decided decided) {
                uses.decide(decided);
            }

            @Override
            public void onAssembled(Consequence.Assembled assembled) {}

            @Override
            public void onNoticed(Consequence.Noticed noticed) {
                if (noticed.notice() instanceof HostNotice.Ended) {
                    sessionEnded(noticed.session());
                } else if (noticed.notice() instanceof HostNotice.Approve asked) {
                    uses.askPerson(asked.question());
                } else if (noticed.notice() instanceof HostNotice.ApprovalWithdrawn withdrawn) {
                    uses.withdraw(withdrawn.question());
                }
            }

            @Override
            public void onAnnounced(Consequence.Announced announced) {}
        });
    }

    private void sent(ConnectionRecord connection, GatewayMessage message) {
        if (message instanceof ToolCall call) {
            calls.send(connection, call, now);
        } else if (message instanceof ToolCancel cancel) {
            calls.cancel(cancel, now);
        } else if (message instanceof GateCheck check) {
            uses.ask(connection, check, bindings.guards(), now);
        } else if (message instanceof HelloAck ack) {
            bindings.bind(connection, ack, now);
        } else if (message instanceof ErrorMessage error) {
            refused(connection, error);
        } else if (message instanceof Ack) {
            connection
                    .binding()
                    .filter(it -> connection.isCatchingUp())
                    .ifPresent(binding -> bindings.loseRevisions(binding.providerId()));
        } else if (message instanceof AuthPairing) {
            connection.enter(Phase.AWAIT_PAIRING);
        } else if (message instanceof Sessions list) {
            list.token().ifPresent(token -> connection.credential().ifPresent(it -> credentials.issue(token, it)));
            connection.enter(Phase.AWAIT_HELLO);
        }
    }

    private void refused(ConnectionRecord connection, ErrorMessage error) {
        boolean violation = switch (error.code()) {
            case RATE_LIMITED, TOOL_CONFLICT, DUPLICATE_INSTANCE -> false;
            default -> true;
        };
        connection.countError(now, violation, !(cause instanceof Cause.NamesReserved));
        boolean ofHello = error.about().replyTo().filter("hello"::equals).isPresent();
        if (ofHello && connection.hello().isPresent()) {
            boolean begun = !BEFORE_REBIND.contains(error.code());
            if (begun) {
                bindings.burnIfStolen(connection, now);
            }
            connection.unparkHello();
            if (connection.phase() == Phase.BOUND && begun) {
                connection.binding().ifPresent(binding -> bindings.guards().lose(binding, now));
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
        if (call.isSent() && cause instanceof Cause.Arrived arrived && arrived.frame() instanceof Decoded.Malformed) {
            // Others may end in that step as well, with a session that waited for this peer only, and hold their slots.
            call.target()
                    .filter(target -> target.connection() == arrived.connection())
                    .ifPresent(target -> calls.settle(connection(target.connection()), call, now));
        }
    }

    private void sessionEnded(SessionId id) {
        if (sessions.remove(id) != null) {
            credentials.sessionEnded(id);
            for (ConnectionRecord connection : open.values()) {
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
        aftermath.enter(step);
        calls.moveOn(now, bindings);
    }
}
