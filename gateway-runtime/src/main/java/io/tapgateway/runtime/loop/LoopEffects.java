package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.CallReceipt;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Outlet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notes the core's effects where they belong and remembers who has to be flushed after the loop. Confined to the loop, but
 * for what {@link EventBus} does.
 */
final class LoopEffects implements Effects {
    /** An outlet with the memory that it was written to. */
    private static final class Exit implements Departure {
        private final Outlet outlet;
        private boolean dirty;

        private Exit(Outlet outlet) {
            this.outlet = outlet;
        }

        @Override
        public void flush() {
            outlet.flush();
        }
    }

    private final EventBus events;
    private final Map<ConnectionId, Exit> exits = new HashMap<>();
    private final Map<SessionId, HostMailbox> hosts = new HashMap<>();
    private List<Departure> departures = new ArrayList<>();

    LoopEffects(EventBus events) {
        this.events = events;
    }

    void addOutlet(ConnectionId connection, Outlet outlet) {
        exits.put(connection, new Exit(outlet));
    }

    void removeOutlet(ConnectionId connection) {
        exits.remove(connection);
    }

    void addHost(SessionId session, HostMailbox host) {
        hosts.put(session, host);
    }

    void removeHost(SessionId session) {
        hosts.remove(session);
    }

    /** Everything that has to be flushed now, in the order in which it was first touched. */
    List<Departure> takeDepartures() {
        if (departures.isEmpty()) {
            return List.of();
        }
        List<Departure> taken = departures;
        departures = new ArrayList<>();
        for (Departure departure : taken) {
            if (departure instanceof Exit exit) {
                exit.dirty = false;
            }
        }
        return taken;
    }

    /** Something to be done after everything noted so far. */
    void departLast(Departure departure) {
        departures.add(departure);
    }

    private @Nullable Outlet touch(ConnectionId connection) {
        Exit exit = exits.get(connection);
        if (exit == null) {
            return null;
        }
        if (!exit.dirty) {
            exit.dirty = true;
            departures.add(exit);
        }
        return exit.outlet;
    }

    @Override
    public void send(ConnectionId connection, GatewayMessage message) {
        Outlet outlet = touch(connection);
        if (outlet != null) {
            outlet.send(message);
        }
    }

    @Override
    public void ping(ConnectionId connection) {
        Outlet outlet = touch(connection);
        if (outlet != null) {
            outlet.ping();
        }
    }

    @Override
    public void admit(ConnectionId connection, InboundClass inbound) {
        Outlet outlet = touch(connection);
        if (outlet != null) {
            outlet.admit(inbound);
        }
    }

    @Override
    public void close(ConnectionId connection, CloseCode code, String reason) {
        Outlet outlet = touch(connection);
        if (outlet != null) {
            outlet.close(code, reason);
            exits.remove(connection);
        }
    }

    @Override
    public void completeCall(CallReceipt receipt, ToolOutcome outcome) {
        PendingCall call = (PendingCall) receipt;
        call.conclude(outcome);
        departures.add(call);
    }

    @Override
    public void notifyHost(SessionId session, HostNotice notice) {
        HostMailbox host = hosts.get(session);
        if (host != null) {
            host.offer(notice);
            departures.add(host);
        }
        if (notice instanceof HostNotice.Ended) {
            hosts.remove(session);
        }
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
