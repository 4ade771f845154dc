package io.tapgateway.link;

import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;

/** The time of links, for which a thread can wait. Thread-safe. */
interface LinkClock extends GatewayClock {
    /** Waits; for a thread that has nothing else to do. */
    void pause(Duration time) throws InterruptedException;
}
