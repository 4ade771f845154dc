package io.tapgateway.transport.local;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.transport.Drain;
import io.tapgateway.protocol.transport.Outbox;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Both ends of one in-process connection: the gateway's outlet and the provider's channel. Messages pass as objects.
 *
 * <p>Messages for the provider wait in an {@link Outbox} and are delivered in order, one at a time, on the thread that
 * flushes. A flush that finds another one at work leaves the rest to it, so the provider is never re-entered and stacks
 * do not grow (D-021). Messages for the gateway enter its loop on the thread that sends them. Thread-safe.
 */
final class LocalConnection implements Outlet, ProviderChannel {
    private static final Logger LOG = LoggerFactory.getLogger(LocalConnection.class);

    private final Limits limits;
    private final Outbox<GatewayMessage> mailbox;
    private final Outbox.Taker<GatewayMessage> delivery = this::deliver;
    private final AtomicBoolean linkClosed = new AtomicBoolean();

    private final Drain drain = new Drain();
    private final Runnable round = this::deliverWhatWaits;

    private volatile @Nullable Link link;
    private volatile @Nullable ProviderConnection provider;
    private volatile @Nullable CloseCode closing;

    private LocalConnection(Limits limits) {
        this.limits = limits;
        this.mailbox = Outbox.ofMessages(limits);
        // Nothing is delivered before this turn goes on.
        drain.take();
    }

    /** Connects a provider. The gateway's first messages may be delivered before this returns. */
    static void open(ProviderPort port, Peer peer, Function<ProviderChannel, ProviderConnection> provider) {
        LocalConnection connection = new LocalConnection(port.limits());
        connection.link = port.open(peer, connection);
        connection.provider = provider.apply(connection);
        connection.drain.goOn(connection.round);
    }

    @Override
    public void send(GatewayMessage message) {
        if (closing == null && !mailbox.offer(message, MessageSize.of(message))) {
            mailbox.close();
            end(CloseCode.SLOW_CONSUMER);
        }
    }

    @Override
    public void ping() {
        Link opened = link;
        if (opened != null) {
            opened.pong();
        }
    }

    /** Messages within one process need no buffer; the gateway checks the size of each one (D-026). */
    @Override
    public void admit(InboundClass inbound) {}

    @Override
    public void close(CloseCode code, String reason) {
        if (closing == null) {
            closing = code;
        }
    }

    @Override
    public void flush() {
        drain.run(round);
    }

    @Override
    public void send(ProviderMessage message) {
        Link opened = link;
        if (opened == null || closing != null) {
            return;
        }
        int bytes = MessageSize.of(message);
        if (bytes > limits.get(Limit.DISCARDED_MESSAGE)) {
            end(CloseCode.MESSAGE_TOO_BIG);
            flush();
        } else if (message.type() == MessageType.TOOL_RESULT && bytes > limits.get(Limit.TOOL_RESULT_MESSAGE)) {
            opened.received(tooLarge((ToolResult) message), bytes);
        } else {
            opened.received(new Decoded.Valid<>(message), bytes);
        }
    }

    @Override
    public void close() {
        end(CloseCode.NORMAL);
        flush();
    }

    private void deliverWhatWaits() {
        // Read first: what was sent before the end was asked for is in the mailbox by now.
        CloseCode code = closing;
        while (mailbox.poll(delivery)) {
            // Each message is delivered by the poll.
        }
        if (code != null) {
            conclude(code);
        }
    }

    private void deliver(GatewayMessage message, int bytes) {
        ProviderConnection receiver = provider;
        if (receiver == null) {
            return;
        }
        try {
            receiver.received(message);
        } catch (RuntimeException bug) {
            LOG.error(
                    "A bug in a provider's connection while it handled '{}'",
                    message.type().wireName(),
                    bug);
            mailbox.close();
            end(CloseCode.INTERNAL_ERROR);
            flush();
        }
    }

    /** Runs on the draining thread only, so the provider learns of the end once, and after everything else. */
    private void conclude(CloseCode code) {
        ProviderConnection receiver = provider;
        if (receiver != null) {
            provider = null;
            mailbox.close();
            receiver.closed();
            reportClosed(code);
        }
    }

    /** Ends the connection from here: the gateway learns it now, the provider after what was sent to it before. */
    private void end(CloseCode code) {
        if (closing == null) {
            closing = code;
        }
        reportClosed(code);
    }

    private void reportClosed(CloseCode code) {
        Link opened = link;
        if (opened != null && linkClosed.compareAndSet(false, true)) {
            opened.closed(code);
        }
    }

    /**
     * What a socket reports as well: the result is too large to be read, but the call that it answers is known (D-029).
     */
    private Decoded<ProviderMessage> tooLarge(ToolResult result) {
        return new Decoded.Malformed<>(
                ErrorCode.PAYLOAD_TOO_LARGE,
                "larger than " + limits.get(Limit.TOOL_RESULT_MESSAGE) + " bytes",
                Optional.of(MessageType.TOOL_RESULT.wireName()),
                new Correlation(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(result.id().value()),
                        Optional.empty()));
    }
}
