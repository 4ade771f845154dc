package io.tapgateway.app.control;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that a peer closes its connection while it waits for an answer. The server does not read a connection whose
 * request is suspended, and so would not notice; while a watch lasts, it does. A peer that sends more than line ends
 * before it has its answer is cut off, since the server would take that for part of the request. Thread-safe.
 */
final class PeerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);

    private static final Attribute<PeerWatch> WATCH =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(PeerWatch.class.getName());

    private final Connection<?> connection;
    private final CloseListener<Closeable, CloseType> listener;

    private PeerWatch(Connection<?> connection, Runnable gone) {
        this.connection = connection;
        this.listener = (closed, how) -> gone.run();
    }

    /** Every listener that serves watched requests needs this. */
    static AddOn addOn() {
        return (network, chain) -> chain.add(1, new Guard());
    }

    /**
     * Watches the peer of a suspended request.
     *
     * @param gone run once if the connection is closed before the watch ends, perhaps at once
     */
    static PeerWatch over(Request request, Runnable gone) throws IOException {
        PeerWatch watch = new PeerWatch(request.getRequest().getConnection(), gone);
        WATCH.set(watch.connection, watch);
        watch.connection.addCloseListener(watch.listener);
        watch.connection.enableIOEvent(IOEvent.READ);
        return watch;
    }

    /** To be called before the answer is written: what the peer sends after that is its next request. */
    void end() {
        connection.removeCloseListener(listener);
        WATCH.remove(connection);
        try {
            connection.disableIOEvent(IOEvent.READ);
        } catch (IOException e) {
            LOG.debug("The connection has ended already", e);
        }
    }

    /** Keeps what a watched peer sends away from the server. */
    private static final class Guard extends BaseFilter {
        @Override
        public NextAction handleRead(FilterChainContext context) {
            Connection<?> connection = context.getConnection();
            if (!WATCH.isSet(connection)) {
                return context.getInvokeAction();
            }
            Buffer sent = context.getMessage();
            if (!isLineEnds(sent)) {
                LOG.info("A program sends its next request before it has the answer to the last one, and is cut off");
                connection.closeSilently();
            }
            sent.tryDispose();
            return context.getStopAction();
        }

        private static boolean isLineEnds(Buffer sent) {
            for (int i = sent.position(); i < sent.limit(); i++) {
                if (sent.get(i) != '\r' && sent.get(i) != '\n') {
                    return false;
                }
            }
            return true;
        }
    }
}
