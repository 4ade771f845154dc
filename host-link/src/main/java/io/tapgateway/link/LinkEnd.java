package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.LinkStates.LinkState;
import io.tapgateway.link.Machine.Change;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkFrame;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.runtime.transport.PayloadRoom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a link, the same on both sides: says everything once and in order over whatever connection there is, gives
 * signs of life, and notices when the other side gives none. Thread-safe; whoever is told something is told under no
 * lock.
 */
final class LinkEnd {
    private static final Logger LOG = LoggerFactory.getLogger(LinkEnd.class);

    private final GatewayClock clock;
    private final Mailbox<JsonValue> heard;
    private final CompletableFuture<Ending> over = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private LinkState state = LinkState.unconnected();

    /** What is kept for the other side takes room that other payloads wait for (T-58). */
    private final PayloadRoom.Place kept;

    @GuardedBy("lock")
    private long counted;

    /** Of the present state. */
    @GuardedBy("lock")
    private Wakeup wakeup = () -> {};

    /** @param listener gets what the other side says, in order */
    LinkEnd(GatewayClock clock, Consumer<JsonValue> listener) {
        this(clock, listener, PayloadRoom.ofHeap());
    }

    LinkEnd(GatewayClock clock, Consumer<JsonValue> listener, PayloadRoom room) {
        this.clock = clock;
        this.kept = room.occupy(0);
        this.heard = new Mailbox<>(Runnable::run, listener);
    }

    /** Completes when the link is over. */
    CompletionStage<Ending> over() {
        return over;
    }

    boolean isOver() {
        return state().isOver();
    }

    /** Completes when the present connection is lost. */
    CompletionStage<Void> loss() {
        return state().loss();
    }

    /** For how long the link has been without the connection that it had. */
    Duration lostFor() {
        return state().lostFor(clock.nanos());
    }

    /** How a host gets back to this link, if that has lost its connection. */
    Optional<Resumption> resumption() {
        lock.lock();
        try {
            return state.resumption();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Goes on over a connection of a host that has proved itself, and welcomes it there. A former connection is cut.
     *
     * @param name what the host calls the link by when it comes back
     * @return whether the link is alive
     */
    boolean welcome(String name, TextSocket next, long heardByHost) {
        return connect(
                name,
                next,
                heardByHost,
                heardHere -> next.send(
                        new Welcome(name, heardHere, LinkRules.GRACE.toMillis(), LinkRules.HEARTBEAT.toMillis())
                                .json()));
    }

    /**
     * Goes on over a connection on which the gateway has welcomed the host. A former connection is cut.
     *
     * @return whether the link is alive
     */
    boolean welcomed(TextSocket next, Welcome welcome) {
        return connect(welcome.link(), next, welcome.heard(), heardHere -> {});
    }

    private boolean connect(String name, TextSocket next, long heardByOther, LongConsumer greeting) {
        Optional<Change<LinkState>> change;
        try {
            change = attach(name, next, heardByOther, greeting);
        } catch (BrokenLink e) {
            breakDown(e);
            return false;
        }
        change.ifPresent(it -> {
            it.from().abort();
            it.to().flush();
        });
        return change.isPresent();
    }

    private Optional<Change<LinkState>> attach(String name, TextSocket next, long heardByOther, LongConsumer greeting)
            throws BrokenLink {
        lock.lock();
        try {
            LinkState former = state;
            if (former.isOver()) {
                return Optional.empty();
            }
            List<LinkFrame> missed = former.missed(heardByOther);
            greeting.accept(former.heard());
            missed.forEach(frame -> next.send(frame.json()));
            LinkState connected = former.toConnected(name, next, clock.nanos());
            transition(connected);
            beatLater(connected);
            return Optional.of(new Change<>(former, connected));
        } finally {
            lock.unlock();
        }
    }

    /** Says something, now or when there is a connection again; nothing once the link is over. */
    void say(JsonValue message) {
        try {
            note(message).flush();
        } catch (BrokenLink e) {
            breakDown(e);
        }
    }

    private LinkState note(JsonValue message) throws BrokenLink {
        lock.lock();
        try {
            state.say(message);
            count();
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** A text has come in on a connection. */
    void received(TextSocket from, String text) {
        try {
            take(from, LinkFrame.parse(text, JsonLimits.LINK), text.length());
        } catch (BrokenLink e) {
            breakDown(e);
        }
        from.flush();
        heard.flush();
    }

    private void take(TextSocket from, LinkFrame frame, int length) throws BrokenLink {
        lock.lock();
        try {
            state.take(from, frame, length, clock.nanos()).ifPresent(heard::offer);
            count();
        } finally {
            lock.unlock();
        }
    }

    /** A connection has ended. */
    void closed(TextSocket connection) {
        LinkState present = state();
        if (present.goesOver(connection)) {
            lose(present);
        }
    }

    private void lose(LinkState connected) {
        lock.lock();
        try {
            if (!state.equals(connected)) {
                return;
            }
            transition(connected.toLost(clock.nanos()));
        } finally {
            lock.unlock();
        }
        connected.tellLoss();
    }

    /** Runs a task after that time, unless the link goes on or ends before. */
    void whileLost(Duration time, Runnable task) {
        lock.lock();
        try {
            if (state.isLost()) {
                wake(state, time, task);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends the link; what has been said still leaves if there is a connection.
     *
     * @return whether it had not ended before
     */
    boolean end(Ending how, CloseCode code, String reason) {
        return end(Optional.empty(), how, code, reason);
    }

    /** The same, with a last message. The link is over before the other side can do anything about it. */
    boolean end(JsonValue lastWord, Ending how, CloseCode code, String reason) {
        return end(Optional.of(lastWord), how, code, reason);
    }

    private boolean end(Optional<JsonValue> lastWord, Ending how, CloseCode code, String reason) {
        LinkState former;
        lock.lock();
        try {
            former = state;
            lastWord.ifPresent(message -> sayLast(former, message));
            transition(former.toOver());
        } finally {
            lock.unlock();
        }
        former.close(code, reason);
        return over.complete(how);
    }

    private static void sayLast(LinkState state, JsonValue message) {
        try {
            state.say(message);
        } catch (BrokenLink e) {
            LOG.debug("The last message is left out", e);
        }
    }

    /** The other side does not keep to the protocol. */
    void breakDown(BrokenLink why) {
        String reason = String.valueOf(why.getMessage());
        if (end(Ending.LOST, CloseCode.POLICY_VIOLATION, reason)) {
            LOG.warn("A link is broken: {}", reason);
        }
    }

    @GuardedBy("lock")
    private void beatLater(LinkState connected) {
        wake(connected, LinkRules.HEARTBEAT, () -> beat(connected));
    }

    private void beat(LinkState connected) {
        boolean silent;
        lock.lock();
        try {
            if (!state.equals(connected)) {
                return;
            }
            silent = connected.isSilent(clock.nanos());
            if (!silent) {
                connected.giveSign();
                beatLater(connected);
            }
        } finally {
            lock.unlock();
        }
        if (silent) {
            connected.abort();
            lose(connected);
        } else {
            connected.flush();
        }
    }

    private LinkState state() {
        lock.lock();
        try {
            return state;
        } finally {
            lock.unlock();
        }
    }

    /** The only place where the state changes; what the former state has waited for does not come any more. */
    @GuardedBy("lock")
    private void transition(LinkState next) {
        if (!next.equals(state)) {
            LOG.debug(
                    "A link: {} becomes {}",
                    state.getClass().getSimpleName(),
                    next.getClass().getSimpleName());
            wakeup.cancel();
            state = next;
            count();
        }
    }

    /** Little is not counted: it changes with every message. */
    @GuardedBy("lock")
    private void count() {
        long size = state.kept() * PayloadRoom.BYTES_PER_CHARACTER;
        long large = size > PayloadRoom.SMALL_BYTES ? size : 0;
        if (large != counted) {
            counted = large;
            kept.resize(large);
        }
    }

    @GuardedBy("lock")
    private void wake(LinkState sleeping, Duration time, Runnable task) {
        wakeup = clock.wakeAt(clock.nanos() + time.toNanos(), () -> {
            // It may be too late to cancel.
            if (state().equals(sleeping)) {
                task.run();
            }
        });
    }
}
