package io.tapgateway.transport.ws.text;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.transport.TextSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How the connections of a {@link TextPort} are. Immutable.
 *
 * @param mostWaiting how many texts may wait for a peer to read; beyond that its connection ends
 * @param mostCharacters how many characters these may have
 * @param mostOfAll how many characters may wait for all peers together; whoever is sent one more is ended
 * @param binaryIsText whether binary messages are read as UTF-8 text; they are refused otherwise
 * @param subprotocols how those begin that are never chosen, such as those that carry a token; of the others the first
 *     one that is offered is chosen, whatever it is. Empty if none is ever
 * @param quiet how long a peer may be silent before it is asked whether it is there, and how long until it counts as
 *     gone; empty if nobody looks
 * @param pace how many texts are read; empty for as many as come
 */
@MayChange
public record TextPortSettings(
        int mostWaiting,
        int mostCharacters,
        long mostOfAll,
        boolean binaryIsText,
        Optional<Set<String>> subprotocols,
        Optional<Quiet> quiet,
        Optional<Pace> pace) {
    /** For both ends of a link, which look after each other themselves. */
    public static final TextPortSettings OF_LINKS = new TextPortSettings(
            TextSocket.MAX_WAITING,
            TextSocket.MAX_WAITING_CHARACTERS,
            Long.MAX_VALUE,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /**
     * Silence.
     *
     * @param ping after which a ping is sent; positive
     * @param end after which the connection ends, longer than the other
     */
    public record Quiet(Duration ping, Duration end) {
        public Quiet {
            if (ping.isNegative() || ping.isZero() || end.compareTo(ping) <= 0) {
                throw new IllegalArgumentException("quiet: first a ping, then the end, not " + ping + ", " + end);
            }
        }
    }

    /**
     * A pace.
     *
     * @param perSecond texts; positive
     * @param burst how many may come at once; positive
     */
    public record Pace(int perSecond, int burst) {
        public Pace {
            if (perSecond < 1 || burst < 1) {
                throw new IllegalArgumentException("pace: both are positive, not " + perSecond + ", " + burst);
            }
        }
    }
}
