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
import io.tapgateway.protocol.model.Offerings;
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
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Function;
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

    private static final AtomicReferenceFieldUpdater<LocalConnection, Link> LINK =
            AtomicReferenceFieldUpdater.newUpdater(LocalConnection.class, Link.class, "link");

    private final Limits limits;
    private final Outbox<GatewayMessage> mailbox;
    private final Outbox.Taker<GatewayMessage> delivery = this::deliver;
    private final Drain drain = new Drain();
    private final Runnable round = this::deliverWhatWaits;

    /** The gateway's end, until it knows that the connection is over. */
    private volatile Link link = Absent.END;

    /** The provider's end, until it knows the same; only for whoever has the turn. */
    private ProviderConnection provider = Absent.END;

    /** Why the connection ends, once somebody wants it to; then nothing more is taken in. */
    private volatile Optional<CloseCode> closing = Optional.empty();

    private LocalConnection(Limits limits) {
        this.limits = limits;
        this.mailbox = Outbox.ofMessages(limits);
        // Nothing is delivered before this turn goes on.
        drain.take();
    }

    /** An end that is not there yet, or knows that the connection is over: what comes there is ignored. */
    private enum Absent implements Link, ProviderConnection {
        END;

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {}

        @Override
        public void pong() {}

        @Override
        public void closed(CloseCode code) {}

        @Override
        public void received(GatewayMessage message) {}

        @Override
        public void closed() {}
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
        if (closing.isEmpty() && !mailbox.offer(message, MessageSize.of(message))) {
            mailbox.close();
            end(CloseCode.SLOW_CONSUMER);
        }
    }

    @Override
    public void ping() {
        link.pong();
    }

    /** Messages within one process need no buffer; the gateway checks the size of each one (D-026). */
    @Override
    public void admit(InboundClass inbound) {}

    @Override
    public void close(CloseCode code, String reason) {
        closeWith(code);
    }

    @Override
    public void flush() {
        drain.run(round);
    }

    @Override
    public void send(ProviderMessage message) {
        if (closing.isPresent()) {
            return;
        }
        int bytes = MessageSize.of(message);
        if (bytes > limits.get(Limit.DISCARDED_MESSAGE)) {
            end(CloseCode.MESSAGE_TOO_BIG);
            flush();
        } else if (message.type() == MessageType.TOOL_RESULT && bytes > limits.get(Limit.TOOL_RESULT_MESSAGE)) {
            link.received(tooLarge((ToolResult) message), bytes);
        } else {
            link.received(new Decoded.Valid<>(message), bytes);
        }
    }

    @Override
    public boolean offer(Offerings offerings) {
        link.offered(offerings);
        return true;
    }

    @Override
    public void close() {
        end(CloseCode.NORMAL);
        flush();
    }

    private void deliverWhatWaits() {
        // Read first: what was sent before the end was asked for is in the mailbox by now.
        Optional<CloseCode> code = closing;
        while (mailbox.poll(delivery)) {
            // Each message is delivered by the poll.
        }
        if (code.isPresent()) {
            conclude(code.get());
        }
    }

    private void deliver(GatewayMessage message, int bytes) {
        try {
            provider.received(message);
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
        provider = Absent.END;
        mailbox.close();
        receiver.closed();
        reportClosed(code);
    }

    /** Ends the connection from here: the gateway learns it now, the provider after what was sent to it before. */
    private void end(CloseCode code) {
        closeWith(code);
        reportClosed(code);
    }

    /** The first one counts. */
    private void closeWith(CloseCode code) {
        if (closing.isEmpty()) {
            closing = Optional.of(code);
        }
    }

    private void reportClosed(CloseCode code) {
        LINK.getAndSet(this, Absent.END).closed(code);
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
