package io.tapgateway.benchmarks.step;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * A provider without an SDK, directly at the provider port: it allows each call and answers it with the arguments it
 * got. Confined to one thread.
 */
final class DirectPeer implements Outlet {
    private static final int ESTIMATE = 200;

    private final Deque<ProviderMessage> answers = new ArrayDeque<>();
    private final Link link;

    private DirectPeer(Gateway gateway, GatewaySession session) {
        this.link =
                gateway.providerPort().open(new Peer.InProcess(session.info().id()), this);
    }

    /**
     * Attaches a provider to a session.
     *
     * @param contribution members of its {@code hello}, each with a comma in front
     */
    static DirectPeer attach(Gateway gateway, GatewaySession session, String name, String contribution) {
        DirectPeer peer = new DirectPeer(gateway, session);
        peer.says(message("{\"type\":\"hello\",\"name\":\"%s\",\"protocolVersion\":2,\"session\":\"%s\"%s}"
                .formatted(name, session.info().id(), contribution)));
        return peer;
    }

    /** What a text says. */
    static Decoded<ProviderMessage> message(String text) {
        Decoded<ProviderMessage> decoded = MessageCodec.standard().decodeProviderMessage(text);
        if (!(decoded instanceof Decoded.Valid)) {
            throw new IllegalArgumentException(text + " is no message: " + decoded);
        }
        return decoded;
    }

    void says(Decoded<ProviderMessage> message) {
        link.received(message, ESTIMATE);
    }

    @Override
    public void send(GatewayMessage message) {
        if (message instanceof ToolCall call) {
            answers.add(ToolResult.data(call.id(), call.args()));
        } else if (message instanceof GateCheck check) {
            answers.add(new GateResult(check.callId(), check.gateId(), GateResult.Decision.ALLOW, Optional.empty()));
        }
    }

    @Override
    public void ping() {
        link.pong();
    }

    @Override
    public void admit(InboundClass inbound) {}

    @Override
    public void close(CloseCode code, String reason) {}

    @Override
    public void flush() {
        for (ProviderMessage answer = answers.poll(); answer != null; answer = answers.poll()) {
            says(new Decoded.Valid<>(answer));
        }
    }
}
