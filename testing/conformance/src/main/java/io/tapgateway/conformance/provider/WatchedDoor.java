package io.tapgateway.conformance.provider;

import io.tapgateway.conformance.Minutes;
import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A gateway's own port, which notes what is said there and may be shut for a while. Thread-safe. */
final class WatchedDoor implements ProviderPort {
    private final ProviderPort gateway;
    private final Minutes minutes;
    private final AtomicInteger opened;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean shut;

    WatchedDoor(ProviderPort gateway, Minutes minutes, AtomicInteger opened) {
        this.gateway = gateway;
        this.minutes = minutes;
        this.opened = opened;
    }

    /** From now on nobody is let in, or everybody again. */
    void shut(boolean wanted) {
        shut = wanted;
    }

    /** How many were not let in. */
    int refused() {
        return refused.get();
    }

    @Override
    public Optional<Refusal> refusal(Peer peer) {
        if (shut) {
            refused.incrementAndGet();
            return Optional.of(Refusal.NO_FREE_SLOT);
        }
        return gateway.refusal(peer);
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        Minutes.Column column = minutes.peer(opened.incrementAndGet());
        return new WatchedLink(gateway.open(peer, new WatchedOutlet(outlet, column)), column);
    }

    @Override
    public Limits limits() {
        return gateway.limits();
    }

    private record WatchedLink(Link gateway, Minutes.Column column)
            implements Link, Decoded.Visitor<ProviderMessage, String> {
        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            column.said(message.accept(this));
            gateway.received(message, bytes);
        }

        @Override
        public String onValid(ProviderMessage message) {
            return MessageCodec.encodeProviderMessage(message);
        }

        @Override
        public String onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
            return "(unknown: " + unknown.type() + ")";
        }

        @Override
        public String onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
            return "(malformed: " + malformed.reason() + ")";
        }

        @Override
        public void pong() {
            gateway.pong();
        }

        @Override
        public void closed(CloseCode code) {
            gateway.closed(code);
        }
    }

    private record WatchedOutlet(Outlet provider, Minutes.Column column) implements Outlet {
        @Override
        public void send(GatewayMessage message) {
            column.heard(MessageCodec.encodeGatewayMessage(message));
            provider.send(message);
        }

        @Override
        public void ping() {
            provider.ping();
        }

        @Override
        public void admit(InboundClass inbound) {
            provider.admit(inbound);
        }

        @Override
        public void close(CloseCode code, String reason) {
            column.closed(code.code());
            provider.close(code, reason);
        }

        @Override
        public void flush() {
            provider.flush();
        }
    }
}
