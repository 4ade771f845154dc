package io.tapgateway.transport.ws.http;

import io.tapgateway.runtime.system.SocketOwner;
import java.net.InetSocketAddress;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cuts connections of other users of this machine before they have said anything (T-40). Thread-safe. */
public final class OwnUserOnly extends BaseFilter implements AddOn {
    private static final Logger LOG = LoggerFactory.getLogger(OwnUserOnly.class);

    private final SocketOwner owner;

    /** @param owner tells whose the other end of a connection is; where it cannot tell, nobody is let in */
    public OwnUserOnly(SocketOwner owner) {
        this.owner = owner;
    }

    @Override
    public void setup(NetworkListener listener, FilterChainBuilder builder) {
        builder.add(builder.indexOfType(TransportFilter.class) + 1, this);
    }

    @Override
    public NextAction handleAccept(FilterChainContext ctx) {
        Connection<?> connection = ctx.getConnection();
        InetSocketAddress peer = (InetSocketAddress) connection.getPeerAddress();
        int port = ((InetSocketAddress) connection.getLocalAddress()).getPort();
        if (owner.isOurs(peer, port)) {
            return ctx.getInvokeAction();
        }
        LOG.warn("Cut a connection of another user of this machine");
        connection.terminateSilently();
        return ctx.getStopAction();
    }
}
