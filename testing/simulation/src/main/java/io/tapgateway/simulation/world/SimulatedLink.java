package io.tapgateway.simulation.world;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.InboundClass;

/**
 * One connection through a network that delivers in order but late, sometimes in bursts, and sometimes no more.
 * Confined to one simulation.
 */
public final class SimulatedLink {
    /** The provider's end. */
    public interface Endpoint {
        /** The gateway says something. */
        void onMessage(GatewayMessage message);

        /** The connection is over. */
        void onClosed(CloseCode code);
    }

    /** A message of which only this much is kept, because it was too large. */
    private static final int OVERSIZED = 2_097_153;

    private static final long SLOWEST_DELIVERY_MILLIS = 40;
    private static final long SLOWEST_FAREWELL_MILLIS = 3_000;

    private final Scheduler scheduler;
    private final SimulatedGateway gateway;
    private final RandomSource random;
    private final Endpoint endpoint;
    private InboundClass inbound = InboundClass.UNAUTHENTICATED;
    private long id;
    private long lastInbound;
    private long lastOutbound;
    private boolean dead;
    private boolean closedByProvider;
    private boolean closedByGateway;
    private boolean reported;

    public SimulatedLink(Scheduler scheduler, SimulatedGateway gateway, RandomSource random, Endpoint endpoint) {
        this.scheduler = scheduler;
        this.gateway = gateway;
        this.random = random;
        this.endpoint = endpoint;
    }

    void opened(long connection) {
        id = connection;
    }

    void admit(InboundClass admitted) {
        inbound = admitted;
    }

    /** Sends a frame, whatever it is. */
    public void send(String text) {
        inward(() -> gateway.arrived(id, text, decode(text), text.length()));
    }

    /** Sends the beginning of a frame that is larger than any message may be. */
    public void sendOversized(String head) {
        inward(() -> gateway.arrived(id, head, codec().tooLarge(head, OVERSIZED), OVERSIZED));
    }

    /** From now on nothing gets through in either direction, and nobody is told. */
    public void die() {
        dead = true;
    }

    /** What is sent from now on arrives together, after that time. */
    public void holdInward(long nanos) {
        lastInbound = Math.max(lastInbound, scheduler.now() + nanos);
    }

    /** What the gateway sends from now on is not read before that time has passed. */
    public void holdOutward(long nanos) {
        lastOutbound = Math.max(lastOutbound, scheduler.now() + nanos);
    }

    /** The provider is gone. */
    public void drop() {
        if (!closedByProvider) {
            closedByProvider = true;
            if (!dead) {
                lastInbound = Math.max(lastInbound, scheduler.now() + random.duration(SLOWEST_DELIVERY_MILLIS));
                scheduler.at(lastInbound, () -> report(CloseCode.GOING_AWAY));
            }
        }
    }

    void fromGateway(GatewayMessage message) {
        outward(() -> endpoint.onMessage(message));
    }

    void pinged() {
        if (!dead && !closedByProvider) {
            long back = random.duration(SLOWEST_DELIVERY_MILLIS);
            scheduler.after(back, () -> {
                if (!dead && !closedByProvider && !reported) {
                    gateway.ponged(id);
                }
            });
        }
    }

    void closedByGateway(CloseCode code) {
        outward(() -> endpoint.onClosed(code));
        closedByGateway = true;
        // A transport learns of the end in any case, by its own time limit if by nothing else.
        scheduler.after(random.duration(SLOWEST_FAREWELL_MILLIS), () -> report(code));
    }

    private void report(CloseCode code) {
        if (!reported) {
            reported = true;
            gateway.hungUp(id, code);
        }
    }

    private void inward(Runnable arrival) {
        if (closedByProvider) {
            return;
        }
        lastInbound = Math.max(lastInbound, scheduler.now() + random.duration(SLOWEST_DELIVERY_MILLIS));
        scheduler.at(lastInbound, () -> {
            if (!dead && !reported) {
                arrival.run();
            }
        });
    }

    private void outward(Runnable arrival) {
        if (closedByGateway) {
            return;
        }
        lastOutbound = Math.max(lastOutbound, scheduler.now() + random.duration(SLOWEST_DELIVERY_MILLIS));
        scheduler.at(lastOutbound, () -> {
            if (!dead && !closedByProvider) {
                arrival.run();
            }
        });
    }

    /** A transport does not even keep what is larger than its class of message may be. */
    private Decoded<ProviderMessage> decode(String text) {
        int most = gateway.limits().get(inbound.bytes());
        return text.length() <= most ? codec().decodeProviderMessage(text) : codec().tooLarge(text, most);
    }

    private MessageCodec codec() {
        return inbound == InboundClass.UNAUTHENTICATED ? MessageCodec.unauthenticated() : MessageCodec.standard();
    }
}
