package io.tapgateway.transport.ws.http;

import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.FilterChainEvent;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpEvents.IncomingHttpUpgradeEvent;
import org.glassfish.grizzly.http.HttpHeader;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;

/**
 * Makes the server overhear offers to change to a protocol it does not know, as RFC 9110 section 7.8 wants it. Clients
 * that prefer HTTP/2, the JDK's own among them, offer it with every first request; the HTTP library would take the
 * offer for accepted and wait for the end of the connection instead of the end of the body. Immutable; runs on I/O
 * threads.
 */
final class UnknownUpgrades extends BaseFilter implements AddOn {
    private static final String WEB_SOCKET = "websocket";

    @Override
    public void setup(NetworkListener listener, FilterChainBuilder chain) {
        chain.add(chain.indexOfType(HttpServerFilter.class) + 1, this);
    }

    @Override
    public NextAction handleEvent(FilterChainContext ctx, FilterChainEvent event) {
        if (event instanceof IncomingHttpUpgradeEvent upgrade) {
            HttpHeader header = upgrade.getHttpHeader();
            if (!header.getUpgradeDC().equalsIgnoreCase(WEB_SOCKET)) {
                header.getUpgradeDC().recycle();
                header.setIgnoreContentModifiers(false);
                return ctx.getStopAction();
            }
        }
        return ctx.getInvokeAction();
    }
}
