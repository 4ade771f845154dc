package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.runtime.transport.InboundClass;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the core's effects where they belong and remembers who has to be flushed after the loop. Confined to the loop,
 * but for what {@link EventBus} does.
 */
final class LoopEffects implements Effects {
    private static final Logger LOG = LoggerFactory.getLogger(LoopEffects.class);

    /** How many departures a step usually causes: one for a connection or a host, and perhaps one more. */
    private static final int FEW = 2;

    private final EventBus events;
    private final Mailbox<RunningPairing.Request> pairing;
    private final RunningFiles files;
    private final Map<ConnectionId, Exit> exits = new HashMap<>();
    private final Map<SessionId, Audience> audiences = new HashMap<>();
    private List<Departure> departures = new ArrayList<>(FEW);

    /** Told of answers, as long as an input is handled that somebody wants to know about. */
    private @Nullable Delivery followed;

    /** Answers that may not have reached their hosts yet, oldest first. */
    private final Deque<Promised<?>> concluded = new ArrayDeque<>();

    LoopEffects(EventBus events, Mailbox<RunningPairing.Request> pairing, RunningFiles files) {
        this.events = events;
        this.pairing = pairing;
        this.files = files;
    }

    void addExit(ConnectionId connection, Exit exit) {
        exits.put(connection, exit);
    }

    void removeExit(ConnectionId connection) {
        exits.remove(connection);
    }

    void addHost(SessionId session, HostMailbox host) {
        audiences.put(session, new Audience(host));
    }

    /**
     * Has one more guest told of a session.
     *
     * @param first what it is told before anything else
     * @throws IllegalStateException if there is no such session, or it has that many guests
     */
    void addGuest(SessionId session, HostMailbox guest, HostNotice first, int most) {
        Audience audience = audiences.get(session);
        if (audience == null) {
            throw new IllegalStateException("cannot attach to session '" + session + "': there is no such session");
        }
        if (audience.guests() >= most) {
            throw new IllegalStateException(
                    "cannot attach to session '" + session + "': it has " + most + " guests, which is the limit");
        }
        audience.add(guest);
        Audience.tell(guest, first, departures);
    }

    /**
     * A guest leaves, which is the last that it is told.
     *
     * @return false if it was not there any more
     */
    boolean dismiss(SessionId session, HostMailbox guest) {
        Audience audience = audiences.get(session);
        if (audience == null || !audience.remove(guest)) {
            return false;
        }
        Audience.tell(guest, new HostNotice.Ended(), departures);
        return true;
    }

    /** From now on that one is told of answers. */
    void follow(@Nullable Delivery delivery) {
        followed = delivery;
    }

    /** Completes when every host has what was concluded so far. */
    CompletableFuture<Void> delivered() {
        return CompletableFuture.allOf(concluded.toArray(CompletableFuture[]::new));
    }

    /** Everything that has to be flushed now, in the order in which it was first touched. */
    List<Departure> takeDepartures() {
        for (Promised<?> oldest = concluded.peekFirst();
                oldest != null && oldest.isDone();
                oldest = concluded.peekFirst()) {
            concluded.removeFirst();
        }
        if (departures.isEmpty()) {
            return List.of();
        }
        List<Departure> taken = departures;
        departures = new ArrayList<>(FEW);
        for (Departure departure : taken) {
            if (departure instanceof Exit exit) {
                exit.leave();
            }
        }
        return taken;
    }

    /** Something to be done after everything noted so far. */
    void departLast(Departure departure) {
        departures.add(departure);
    }

    private @Nullable Exit touch(ConnectionId connection) {
        Exit exit = exits.get(connection);
        if (exit != null && exit.touch()) {
            departures.add(exit);
        }
        return exit;
    }

    @Override
    public void send(ConnectionId connection, GatewayMessage message) {
        Exit exit = touch(connection);
        if (exit != null) {
            exit.send(message);
        }
    }

    @Override
    public void ping(ConnectionId connection) {
        Exit exit = touch(connection);
        if (exit != null) {
            exit.ping();
        }
    }

    @Override
    public void admit(ConnectionId connection, InboundClass inbound) {
        Exit exit = touch(connection);
        if (exit != null) {
            exit.admit(inbound);
        }
    }

    @Override
    public void stateChanged(ConnectionId connection, GatewayState from, GatewayState to) {
        LOG.debug("connection {}: {} -> {}", connection.value(), from, to);
    }

    @Override
    public void close(ConnectionId connection, CloseCode code, String reason) {
        Exit exit = touch(connection);
        if (exit != null) {
            exit.close(code, reason);
            exits.remove(connection);
        }
    }

    @Override
    public void consultOnPairing(ConnectionId connection, Optional<String> origin) {
        pairing.offer(new RunningPairing.Request(connection, origin));
        departures.add(pairing::flush);
    }

    @Override
    public void prepareDirectory(ConnectionId connection, Path directory) {
        departures.add(() -> files.prepare(connection, directory));
    }

    @Override
    public void readFile(FileRequest request) {
        departures.add(() -> files.read(request));
    }

    @Override
    public <T> void complete(Receipt<T> receipt, T answer) {
        // Every receipt was made by RunningAccess or RunningSession, so it is a Promised.
        Promised<T> promised = (Promised<T>) receipt;
        note(promised, answer);
        departures.add(promised);
    }

    private <T> void note(Promised<T> promised, T answer) {
        Delivery delivery = followed;
        if (delivery != null) {
            promised.deliver(delivery.await());
        }
        promised.conclude(answer);
        concluded.addLast(promised);
    }

    @Override
    public void completeAfterNotices(Receipt<ToolOutcome> receipt, ToolOutcome outcome) {
        StartedCall call = (StartedCall) receipt;
        note(call, outcome);
        departures.add(call::leaveAfterNotices);
    }

    @Override
    public void report(Receipt<ToolOutcome> call, CallProgress progress) {
        ((StartedCall) call).report(progress).ifPresent(departures::add);
    }

    @Override
    public void notifyHost(SessionId session, HostNotice notice) {
        Audience audience = audiences.get(session);
        if (audience != null) {
            audience.tell(notice, departures);
        }
        if (notice instanceof HostNotice.Ended) {
            audiences.remove(session);
        }
    }

    @Override
    public void notifyInterceptor(InterceptorAddress interceptor, InterceptorNotice notice) {
        // Every address was made by RunningSession.
        RunningInterception interception = (RunningInterception) interceptor;
        interception.offer(notice);
        departures.add(interception);
    }

    @Override
    public void fault(String what, Throwable bug) {
        LOG.error("a bug in the gateway: {}", what, bug);
    }

    @Override
    public boolean isObserved() {
        return events.isObserved();
    }

    @Override
    public void publish(GatewayEvent event) {
        events.publish(event, departures);
    }
}
