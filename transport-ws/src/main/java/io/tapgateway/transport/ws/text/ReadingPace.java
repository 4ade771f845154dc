package io.tapgateway.transport.ws.text;

import java.util.concurrent.TimeUnit;

/** How much a peer may say: so many texts a second, and some more at once. Confined to one connection's I/O thread. */
final class ReadingPace {
    private final long nanosPerText;
    private final long burstNanos;

    /** When all that has come would have come at an even pace. */
    private long even;

    /** @param now nanoseconds of monotonic time */
    ReadingPace(TextPortSettings.Pace pace, long now) {
        this.nanosPerText = TimeUnit.SECONDS.toNanos(1) / pace.perSecond();
        this.burstNanos = nanosPerText * pace.burst();
        this.even = now;
    }

    /**
     * One more text has come.
     *
     * @return for how many nanoseconds nothing more is to be read; 0 or less if one may go on
     */
    long pauseAfter(long now) {
        even = (even - now > 0 ? even : now) + nanosPerText;
        return even - now - burstNanos;
    }
}
