package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles what happens on a connection on the thread that has noticed it. Where connections are few, they are accepted
 * in small groups with pauses in between: so those who read them keep up with any crowd, and each has some milliseconds
 * to show whose it is before it has to make room (T-52). When one cannot be accepted, above all because the process has
 * no descriptor left, the pause is longer: the library would try again at once, without end (T-57). Thread-safe.
 */
@SuppressWarnings("rawtypes") // as Grizzly declares it
final class PatientAcceptance implements IOStrategy {
    private static final Logger LOG = LoggerFactory.getLogger(PatientAcceptance.class);
    private static final IOStrategy SAME_THREAD = SameThreadIOStrategy.getInstance();
    private static final int GROUP = 32;
    private static final int PAUSE_MILLIS = 8;
    private static final int PAUSE_AFTER_FAILURE_MILLIS = 100;

    private final ScheduledExecutorService timers;
    private final boolean inGroups;
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicBoolean told = new AtomicBoolean();

    /** @param inGroups whether there are pauses though all goes well */
    PatientAcceptance(ScheduledExecutorService timers, boolean inGroups) {
        this.timers = timers;
        this.inGroups = inGroups;
    }

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
        return executeIoEvent(connection, event, true);
    }

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isEnabled) throws IOException {
        if (event == IOEvent.SERVER_ACCEPT && connection instanceof TCPNIOServerConnection port) {
            accept(port);
            return true;
        }
        return SAME_THREAD.executeIoEvent(connection, event, isEnabled);
    }

    @Override
    public Executor getThreadPoolFor(Connection connection, IOEvent event) {
        return SAME_THREAD.getThreadPoolFor(connection, event);
    }

    @Override
    public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
        return SAME_THREAD.createDefaultWorkerPoolConfig(transport);
    }

    private void accept(TCPNIOServerConnection port) throws IOException {
        try {
            port.onAccept();
            if (inGroups && accepted.incrementAndGet() % GROUP == 0) {
                pause(port, PAUSE_MILLIS);
            }
        } catch (IOException e) {
            if (!port.isOpen()) {
                return;
            }
            if (told.compareAndSet(false, true)) {
                LOG.warn(
                        "Connections wait because none can be accepted ({}); this is said once. Raise the limit of open"
                                + " files, or end what holds so many.",
                        e.getMessage());
            }
            pause(port, PAUSE_AFTER_FAILURE_MILLIS);
        }
    }

    private void pause(TCPNIOServerConnection port, int millis) throws IOException {
        port.disableIOEvent(IOEvent.SERVER_ACCEPT);
        try {
            var unused = timers.schedule(() -> goOn(port), millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The server stops", e);
        }
    }

    private static void goOn(TCPNIOServerConnection port) {
        try {
            port.enableIOEvent(IOEvent.SERVER_ACCEPT);
        } catch (IOException e) {
            LOG.trace("The port is closed", e);
        }
    }
}
