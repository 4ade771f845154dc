package io.tapgateway.testkit;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A wire that ends directly at the gateway's provider port: everything passes through the codec as on a socket, on the
 * caller's thread. Thread-safe.
 */
public final class LinkWire implements Wire, Outlet {
    /** How much of a message that is too large a transport keeps, to tell what it was about. */
    private static final int HEAD = 4_096;

    private final Limits limits;
    private final Inbox inbox;
    private volatile @Nullable Link link;
    private volatile InboundClass inbound = InboundClass.UNAUTHENTICATED;
    private volatile boolean answering = true;
    private volatile @Nullable CloseCode closing;
    private volatile boolean over;

    private LinkWire(Limits limits, Inbox inbox) {
        this.limits = limits;
        this.inbox = inbox;
    }

    /** Opens a link at the port. */
    public static LinkWire open(ProviderPort port, Peer peer, Inbox inbox) {
        LinkWire wire = new LinkWire(port.limits(), inbox);
        Link link = port.open(peer, wire);
        wire.link = link;
        wire.flush();
        return wire;
    }

    @Override
    public void send(String text) {
        if (over || closing != null) {
            return;
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        InboundClass admitted = inbound;
        int limit = limits.get(admitted.bytes());
        if (bytes <= limit) {
            link().received(codec(admitted).decodeProviderMessage(text), bytes);
        } else if (admitted == InboundClass.UNAUTHENTICATED || bytes > limits.get(Limit.DISCARDED_MESSAGE)) {
            end(CloseCode.MESSAGE_TOO_BIG);
        } else {
            Decoded<ProviderMessage> refused =
                    codec(admitted).tooLarge(text.substring(0, Math.min(HEAD, text.length())), limit);
            link().received(refused, bytes);
        }
    }

    @Override
    public void answerPings(boolean answer) {
        answering = answer;
    }

    @Override
    public void drop() {
        over = true;
        link().closed(CloseCode.GOING_AWAY);
    }

    @Override
    public void send(GatewayMessage message) {
        if (!over) {
            inbox.text(MessageCodec.encode(message));
        }
    }

    @Override
    public void ping() {
        Link opened = link;
        if (answering && !over && opened != null) {
            opened.pong();
        }
    }

    @Override
    public void admit(InboundClass admitted) {
        inbound = admitted;
    }

    @Override
    public void close(CloseCode code, String reason) {
        if (!over && closing == null) {
            closing = code;
            inbox.closed(code.code());
        }
    }

    @Override
    public void flush() {
        CloseCode code = closing;
        Link opened = link;
        if (code != null && opened != null && !over) {
            over = true;
            opened.closed(code);
        }
    }

    private void end(CloseCode code) {
        over = true;
        inbox.closed(code.code());
        link().closed(code);
    }

    private Link link() {
        Link opened = link;
        if (opened == null) {
            throw new IllegalStateException("the link is still being opened");
        }
        return opened;
    }

    private static MessageCodec codec(InboundClass admitted) {
        return admitted == InboundClass.UNAUTHENTICATED ? MessageCodec.unauthenticated() : MessageCodec.standard();
    }
}
