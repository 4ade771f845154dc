package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.LinkWire;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.Wire;
import java.time.Duration;
import java.util.Optional;

/** Where a transcript is played: one gateway, and a way for peers to reach it. Used once, by one thread. */
public interface Stage extends AutoCloseable {
    /**
     * Starts the gateway.
     *
     * @param settings what the transcript asks for; the stage adds what it is made of
     */
    Gateway start(GatewayBuilder settings);

    /**
     * Lets a program connect.
     *
     * @param origin what a browser would add to its request
     * @param inbox where everything goes that it receives
     */
    Wire connect(Optional<String> origin, Inbox inbox);

    /**
     * Lets an object in the gateway's process connect; unless a stage knows better, directly at the provider port.
     *
     * @param gateway what {@link #start} returned
     * @param inbox where everything goes that it receives
     */
    default Wire attach(Gateway gateway, SessionId session, Inbox inbox) {
        return LinkWire.open(gateway.providerPort(), new Peer.InProcess(session), inbox);
    }

    /** The gateway's clock, where time is virtual. */
    Optional<ManualClock> clock();

    /** How long whatever must happen may take; zero where it has happened once a call returns. */
    Duration patience();

    /**
     * Waits until what peers and hosts have said so far has come to the gateway; it may take effect later. Where it has
     * when a call returns, there is nothing to wait for.
     */
    default void settle() {}

    /** Ends the gateway, without ceremony. */
    @Override
    void close();
}
