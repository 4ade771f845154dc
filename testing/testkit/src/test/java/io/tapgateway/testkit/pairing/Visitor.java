package io.tapgateway.testkit.pairing;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A peer at the provider port that remembers what it was sent; it does not look for a free place before it comes. */
final class Visitor implements Outlet {
    private final Link link;
    private final List<GatewayMessage> heard = new ArrayList<>();
    private boolean closed;

    Visitor(Gateway gateway, Optional<String> origin) {
        link = gateway.providerPort().open(new Peer.Remote(origin), this);
    }

    void says(String text) {
        if (!closed) {
            link.received(
                    MessageCodec.standard().decodeProviderMessage(text), text.getBytes(StandardCharsets.UTF_8).length);
        }
    }

    void asks() {
        says("{\"type\":\"auth\",\"mode\":\"pair\"}");
    }

    void types(String code) {
        says("{\"type\":\"auth.confirm\",\"code\":\"" + code + "\"}");
    }

    void leaves() {
        closed = true;
        link.closed(CloseCode.GOING_AWAY);
    }

    List<GatewayMessage> heard() {
        return heard;
    }

    boolean wasTold(String text) {
        return heard.stream()
                .anyMatch(it ->
                        it instanceof ErrorMessage error && error.message().contains(text));
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void send(GatewayMessage message) {
        heard.add(message);
    }

    @Override
    public void ping() {
        link.pong();
    }

    @Override
    public void admit(InboundClass inbound) {}

    @Override
    public void close(CloseCode code, String reason) {
        if (!closed) {
            closed = true;
            link.closed(code);
        }
    }

    @Override
    public void flush() {}
}
