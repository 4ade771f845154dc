package io.tapgateway.transport.ws.hostile;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A gateway that hears the reasons of any number of goodbyes. Thread-safe. */
final class GoodbyePort implements ProviderPort {
    private static final int PATIENCE_SECONDS = 60;

    private final BlockingQueue<List<String>> heard = new LinkedBlockingQueue<>();

    static String message(String reason) {
        return "{\"type\":\"goodbye\",\"reason\":\"" + reason + "\"}";
    }

    /** What the next connection that ends has said. */
    List<String> heard() throws InterruptedException {
        return Optional.ofNullable(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("no connection has ended"));
    }

    @Override
    public Optional<Refusal> refusal(Peer peer) {
        return Optional.empty();
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        outlet.admit(InboundClass.STANDARD);
        return new Listener();
    }

    @Override
    public Limits limits() {
        return Limits.standard();
    }

    /** Confined to the I/O thread of its connection. */
    private final class Listener implements Link {
        private final List<String> reasons = new ArrayList<>();

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            boolean isGoodbye = message instanceof Decoded.Valid<ProviderMessage> valid
                    && valid.message() instanceof Goodbye goodbye
                    && reasons.add(goodbye.reason().orElse(""));
            if (!isGoodbye) {
                reasons.add(message.toString());
            }
        }

        @Override
        public void pong() {
            // Nobody asked.
        }

        @Override
        public void closed(CloseCode code) {
            heard.add(reasons);
        }
    }
}
