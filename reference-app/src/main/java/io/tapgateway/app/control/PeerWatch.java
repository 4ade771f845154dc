package io.tapgateway.app.control;

import java.io.IOException;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.NIOTransport;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that a peer closes its connection while it waits for an answer. The server does not read a connection whose
 * request is suspended, and so would not notice; while a watch lasts, it does. What the peer sends meanwhile does not
 * get here: the server {@linkplain io.tapgateway.transport.ws.http.LoopbackHttpServer.Builder#collecting collects} one
 * request after the other. Thread-safe.
 */
final class PeerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);

    private final NIOConnection connection;
    private volatile boolean ended;
    private final CloseListener<Closeable, CloseType> listener;

    private PeerWatch(NIOConnection connection, Runnable gone) {
        this.connection = connection;
        this.listener = (closed, how) -> gone.run();
    }

    /**
     * Watches the peer of a suspended request.
     *
     * @param gone run once if the connection is closed before the watch ends, perhaps at once
     */
    static PeerWatch over(Request request, Runnable gone) throws IOException {
        PeerWatch watch = new PeerWatch((NIOConnection) request.getRequest().getConnection(), gone);
        watch.connection.addCloseListener(watch.listener);
        SelectorHandler selectors = ((NIOTransport) watch.connection.getTransport()).getSelectorHandler();
        selectors.execute(watch.connection.getSelectorRunner(), watch::begin, null);
        return watch;
    }

    /** On the selector's thread, where reading begins at once; elsewhere it would begin later, perhaps too late. */
    private boolean begin() throws IOException {
        if (!ended) {
            connection.enableIOEvent(IOEvent.READ);
        }
        if (ended) {
            connection.disableIOEvent(IOEvent.READ);
        }
        return true;
    }

    /** To be called before the answer is written: what the peer sends after that is its next request. */
    void end() {
        ended = true;
        connection.removeCloseListener(listener);
        try {
            connection.disableIOEvent(IOEvent.READ);
        } catch (IOException e) {
            LOG.debug("The connection has ended already", e);
        }
    }
}
