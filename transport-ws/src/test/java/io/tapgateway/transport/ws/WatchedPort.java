package io.tapgateway.transport.ws;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gateway's own port, which also tells a test how far the gateway has got. Thread-safe. */
final class WatchedPort implements ProviderPort {
    private static final int PATIENCE_SECONDS = 10;

    private final ProviderPort gateway;
    private final BlockingQueue<WatchedLink> opened = new LinkedBlockingQueue<>();

    WatchedPort(ProviderPort gateway) {
        this.gateway = gateway;
    }

    /**
     * Lets everyone get as far as the gateway, which has to cope: between the question and the opening others may come.
     */
    @Override
    public Optional<Refusal> refusal(Peer peer) {
        return Optional.empty();
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        WatchedLink link = new WatchedLink(gateway.open(peer, outlet));
        opened.add(link);
        return link;
    }

    @Override
    public Limits limits() {
        return gateway.limits();
    }

    /** The next link, once the gateway has opened it. */
    WatchedLink awaitOpened() throws InterruptedException {
        return Optional.ofNullable(opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("no link was opened"));
    }

    /** A link that says when the gateway has taken something. */
    static final class WatchedLink implements Link {
        private final Link gateway;
        private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        private final CountDownLatch ended = new CountDownLatch(1);

        WatchedLink(Link gateway) {
            this.gateway = gateway;
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            gateway.received(message, bytes);
            taken.add("message");
        }

        @Override
        public void pong() {
            gateway.pong();
        }

        @Override
        public void closed(CloseCode code) {
            gateway.closed(code);
            ended.countDown();
            taken.add("close");
        }

        /** Waits until the gateway has taken one more message, or the end. */
        void awaitTaken() throws InterruptedException {
            if (ended.getCount() > 0 && taken.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
                throw new AssertionError("the gateway has not received what was sent");
            }
        }

        /** Waits until the gateway knows that the connection is gone. */
        void awaitEnded() throws InterruptedException {
            if (!ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("the gateway does not know of the end");
            }
        }
    }
}
