package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkChannel;
import io.tapgateway.protocol.host.LinkFrame;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.thread.Mailbox;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * One end of a link, the same on both sides: says things in order over whatever connection there is, gives signs of life, and
 * notices when the other side gives none. Thread-safe; the listener is called in order and under no lock.
 */
final class LinkEnd {
    private final GatewayClock clock;
    private final Listener listener;
    private final Mailbox<JsonValue> heard;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final LinkChannel channel = new LinkChannel(LinkRules.MOST_KEPT, LinkRules.MOST_KEPT_CHARACTERS);

    @GuardedBy("lock")
    private Optional<TextSocket> socket = Optional.empty();

    @GuardedBy("lock")
    private long lastSign;

    @GuardedBy("lock")
    private long lost;

    @GuardedBy("lock")
    private int unacknowledged;

    @GuardedBy("lock")
    private boolean over;

    LinkEnd(GatewayClock clock, Listener listener) {
        this.clock = clock;
        this.listener = listener;
        this.heard = new Mailbox<>(Runnable::run, listener::heard);
    }

    /** What whoever owns this end is told. */
    interface Listener {
        /** The other side says something. */
        void heard(JsonValue message);

        /** There is no connection at the moment. */
        void disconnected();

        /** The link cannot go on; it is over. */
        void broken(String why);
    }

    /** How far this side has heard. */
    long heardSoFar() {
        lock.lock();
        try {
            return channel.heard();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Goes on over a connection; a former one is cut.
     *
     * @param heardByOther how far the other side has heard
     * @param greeting what to send before anything else, given how far this side has heard
     * @return whether the link is still alive
     */
    boolean connect(TextSocket next, long heardByOther, Optional<LongFunction<String>> greeting) {
        try {
            if (!attach(next, heardByOther, greeting)) {
                return false;
            }
        } catch (BrokenLink e) {
            breakDown(e);
            return false;
        }
        next.flush();
        beatLater(next);
        return true;
    }

    private boolean attach(TextSocket next, long heardByOther, Optional<LongFunction<String>> greeting)
            throws BrokenLink {
        Optional<TextSocket> former;
        lock.lock();
        try {
            if (over) {
                return false;
            }
            greeting.ifPresent(it -> next.send(it.apply(channel.heard())));
            for (LinkFrame frame : channel.resume(heardByOther)) {
                next.send(frame.json());
            }
            former = socket;
            socket = Optional.of(next);
            lastSign = clock.nanos();
        } finally {
            lock.unlock();
        }
        former.ifPresent(TextSocket::abort);
        return true;
    }

    /** Says something, now or when there is a connection again; nothing once the link is over. */
    void say(JsonValue message) {
        try {
            note(message).ifPresent(TextSocket::flush);
        } catch (BrokenLink e) {
            breakDown(e);
        }
    }

    private Optional<TextSocket> note(JsonValue message) throws BrokenLink {
        lock.lock();
        try {
            if (over) {
                return Optional.empty();
            }
            String text = channel.say(message).json();
            if (text.length() > LinkRules.MAX_LENGTH) {
                throw new BrokenLink("a message has more than " + LinkRules.MAX_LENGTH + " characters");
            }
            unacknowledged = 0;
            socket.ifPresent(it -> it.send(text));
            return socket;
        } finally {
            lock.unlock();
        }
    }

    /** A text has come in on a connection. */
    void received(TextSocket from, String text) {
        try {
            LinkFrame frame = LinkFrame.parse(text, JsonLimits.LINK);
            take(from, frame, text.length());
        } catch (BrokenLink e) {
            breakDown(e);
        }
        from.flush();
        heard.flush();
    }

    private void take(TextSocket from, LinkFrame frame, int length) throws BrokenLink {
        lock.lock();
        try {
            if (over || socket.filter(from::equals).isEmpty()) {
                return;
            }
            lastSign = clock.nanos();
            channel.receive(frame).ifPresent(heard::offer);
            unacknowledged += frame.said().isPresent() ? 1 : 0;
            boolean due = unacknowledged >= LinkRules.ACKNOWLEDGED_TOGETHER || length >= LinkRules.ACKNOWLEDGED_AT_ONCE;
            // Whoever speaks but does not read is not sent ever more of the same.
            if (due && !from.isWaiting()) {
                from.send(channel.signOfLife().json());
                unacknowledged = 0;
            }
        } finally {
            lock.unlock();
        }
    }

    /** A connection has ended. */
    void closed(TextSocket former) {
        lock.lock();
        try {
            if (over || socket.filter(former::equals).isEmpty()) {
                return;
            }
            socket = Optional.empty();
            lost = clock.nanos();
        } finally {
            lock.unlock();
        }
        listener.disconnected();
    }

    /** Whether there has been no connection for so long. */
    boolean hasBeenLostFor(Duration time) {
        lock.lock();
        try {
            return !over && socket.isEmpty() && clock.nanos() - lost >= time.toNanos();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the link; what has been said still leaves if there is a connection. The listener is told nothing. */
    void end(CloseCode code, String reason) {
        Optional<TextSocket> last;
        lock.lock();
        try {
            over = true;
            last = socket;
            socket = Optional.empty();
        } finally {
            lock.unlock();
        }
        last.ifPresent(it -> it.close(code, reason));
    }

    /** What the other side said makes no sense, or it has been silent for too long. */
    void breakDown(BrokenLink why) {
        String reason = String.valueOf(why.getMessage());
        end(CloseCode.POLICY_VIOLATION, reason);
        listener.broken(reason);
    }

    private void beatLater(TextSocket mine) {
        var unused = clock.wakeAt(clock.nanos() + LinkRules.HEARTBEAT.toNanos(), () -> beat(mine));
    }

    private void beat(TextSocket mine) {
        boolean silent;
        lock.lock();
        try {
            if (over || socket.filter(mine::equals).isEmpty()) {
                return;
            }
            silent = clock.nanos() - lastSign >= LinkRules.SILENCE.toNanos();
            if (!silent) {
                mine.send(channel.signOfLife().json());
                unacknowledged = 0;
            }
        } finally {
            lock.unlock();
        }
        if (silent) {
            mine.abort();
            closed(mine);
        } else {
            mine.flush();
            beatLater(mine);
        }
    }
}
