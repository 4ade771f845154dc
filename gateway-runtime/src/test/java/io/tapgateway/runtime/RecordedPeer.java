package io.tapgateway.runtime;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A peer that remembers what it was sent. */
final class RecordedPeer implements Outlet {
    private final List<GatewayMessage> received = new ArrayList<>();
    private final Link link;
    private Optional<CloseCode> closed = Optional.empty();
    private InboundClass inbound = InboundClass.UNAUTHENTICATED;

    RecordedPeer(ProviderPort port, Peer peer) {
        this.link = port.open(peer, this);
    }

    static RecordedPeer remote(Gateway gateway) {
        return new RecordedPeer(gateway.providerPort(), new Peer.Remote(Optional.empty()));
    }

    void says(String json) {
        Decoded<ProviderMessage> frame = MessageCodec.standard().decodeProviderMessage(json);
        link.received(frame, json.getBytes(StandardCharsets.UTF_8).length);
    }

    void says(ProviderMessage message) {
        link.received(new Decoded.Valid<>(message), 1);
    }

    <T extends GatewayMessage> T last(Class<T> type) {
        List<T> found = all(type);
        return found.get(found.size() - 1);
    }

    <T extends GatewayMessage> List<T> all(Class<T> type) {
        return received.stream().filter(type::isInstance).map(type::cast).toList();
    }

    Optional<CloseCode> closed() {
        return closed;
    }

    InboundClass inbound() {
        return inbound;
    }

    void disconnects() {
        link.closed(CloseCode.GOING_AWAY);
    }

    @Override
    public void send(GatewayMessage message) {
        received.add(message);
    }

    @Override
    public void ping() {
        link.pong();
    }

    @Override
    public void admit(InboundClass next) {
        inbound = next;
    }

    @Override
    public void close(CloseCode code, String reason) {
        closed = Optional.of(code);
    }

    @Override
    public void flush() {}
}
