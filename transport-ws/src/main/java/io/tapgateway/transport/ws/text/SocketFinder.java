package io.tapgateway.transport.ws.text;

import io.tapgateway.transport.ws.frame.TextLane;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.tyrus.container.grizzly.server.GrizzlyServerFilter;

/** Tells each WebSocket which socket it is on, so that reading can be stopped. Thread-safe; runs on I/O threads. */
final class SocketFinder extends BaseFilter implements AddOn {
    /** Where the library keeps the WebSocket of a connection. */
    private static final String WEBSOCKET = GrizzlyServerFilter.class.getName() + ".Connection";

    private final AddOn library;

    /** @param library puts the WebSocket in front of the handlers */
    SocketFinder(AddOn library) {
        this.library = library;
    }

    @Override
    public void setup(NetworkListener listener, FilterChainBuilder chain) {
        library.setup(listener, chain);
        chain.add(chain.indexOfType(GrizzlyServerFilter.class), this);
    }

    @Override
    public NextAction handleRead(FilterChainContext ctx) {
        Object webSocket = ctx.getConnection().getAttributes().getAttribute(WEBSOCKET);
        if (webSocket != null) {
            TextLane.setSocket(webSocket, (NIOConnection) ctx.getConnection());
        }
        return ctx.getInvokeAction();
    }
}
