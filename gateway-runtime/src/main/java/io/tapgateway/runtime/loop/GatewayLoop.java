package io.tapgateway.runtime.loop;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.Uninterruptibles;
import io.tapgateway.protocol.transport.Drain;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the core one input at a time. Thread-safe.
 *
 * <p>There is no thread of its own: the thread that brings an input drains the queue, unless another is at it. So an
 * uncontended call costs no hand-over, and a contended one waits for nothing but decisions. What the core wants done is
 * carried out after the drain, outside the loop: writing to sockets and, with a direct executor, user code. Inputs that
 * such code submits are queued and handled in one batch after all departures, so that many answers that each lead to a
 * call enter the loop once. Only questions are answered at once.
 */
final class GatewayLoop {
    /** Inputs in a row after which effects leave, however much is still queued: keeps latency low under load. */
    private static final int BATCH = 64;

    private static final Logger LOG = LoggerFactory.getLogger(GatewayLoop.class);

    /** A question or request to the core whose answer the caller waits for. */
    @FunctionalInterface
    interface Question<T> {
        T ask(GatewayCore core, long now);
    }

    private interface Step {
        void run(long now);

        /** How many inputs it has for the core. */
        default int size() {
            return 1;
        }
    }

    private record Several(GatewayLoop loop, List<Input> inputs) implements Step {
        @Override
        public void run(long now) {
            inputs.forEach(input -> loop.handle(input, now));
        }

        @Override
        public int size() {
            return inputs.size();
        }
    }

    private record Followed(Several several, LoopEffects effects, Delivery delivery) implements Step {
        @Override
        public void run(long now) {
            effects.follow(delivery);
            try {
                several.run(now);
            } finally {
                effects.follow(null);
                delivery.run();
            }
        }

        @Override
        public int size() {
            return several.size();
        }
    }

    private static final Input TICK = new Input.Tick();

    private final GatewayCore core;
    private final Occupant occupant;
    private final GatewayClock clock;

    /** Where the clock stood at the beginning; the core's own time begins at nought and never overflows. */
    private final long origin;

    private final LoopEffects effects;
    private final Runnable onClosed;
    private final Queue<Step> steps = new ConcurrentLinkedQueue<>();
    private final Drain drain = new Drain();
    private final ThreadLocal<Turn> turns = ThreadLocal.withInitial(Turn::new);
    private GatewayClock.@Nullable Wakeup wakeup;
    private long wakeupAt = Long.MAX_VALUE;
    private boolean closedReported;

    /**
     * @param occupant tells the core who may enter
     * @param onClosed called once, outside the loop, when the core has ended everything and every host knows how its
     *     calls ended
     */
    GatewayLoop(GatewayCore core, Occupant occupant, GatewayClock clock, LoopEffects effects, Runnable onClosed) {
        this.core = core;
        this.occupant = occupant;
        this.clock = clock;
        this.origin = clock.nanos();
        this.effects = effects;
        this.onClosed = onClosed;
    }

    /**
     * Takes an input; decided before this returns unless another thread is in the loop, or this one carries effects
     * out.
     */
    void submit(Input input) {
        perform(now -> handle(input, now));
    }

    /** Takes inputs that came together, one after the other. */
    void submit(List<Input> inputs) {
        perform(new Several(this, inputs));
    }

    /** The same; {@code delivery} is told of every answer that follows at once, and that these are all. */
    void submit(List<Input> inputs, Delivery delivery) {
        perform(new Followed(new Several(this, inputs), effects, delivery));
    }

    /** Takes an input after {@code preparation}, with nothing in between. */
    void submit(Runnable preparation, Input input) {
        perform(now -> {
            preparation.run();
            handle(input, now);
        });
    }

    /** Takes an input of a session's handle; once that session is over, does {@code ifOver} instead. */
    void submit(Input input, HostMailbox owner, Runnable ifOver) {
        perform(now -> {
            if (owner.isOver()) {
                ifOver.run();
            } else {
                handle(input, now);
            }
        });
    }

    /** Asks the core inside of the loop and waits for the answer; never to be called from inside. */
    <T> T ask(Question<T> question) {
        Answer<T> answer = new Answer<>(core, question);
        perform(answer);
        return answer.await();
    }

    /**
     * To be called before a thread waits: if it is carrying effects out, inputs that it has submitted meanwhile are
     * still queued, and are handled now.
     */
    void catchUp() {
        if (turns.get().leaving) {
            decideWhatWaits();
        }
    }

    /** What the clock shows at that time of the core. */
    long clockTime(long coreNanos) {
        return coreNanos + origin;
    }

    /** Ends a connection whose transport has failed. */
    void giveUp(ConnectionId connection) {
        perform(now -> core.giveUp(connection, now));
    }

    private void handle(Input input, long now) {
        try {
            core.handle(input, now);
        } catch (RuntimeException | Error bug) {
            LOG.error(
                    "a bug in the gateway while it handled {}", input.getClass().getSimpleName(), bug);
            contain(input, now);
        }
    }

    private void contain(Input input, long now) {
        try {
            core.contain(input, now);
        } catch (RuntimeException | Error bug) {
            LOG.error("clean-up after the bug above failed", bug);
        }
    }

    /** A step that finds the loop free, and none before it, need not queue. */
    private void perform(Step step) {
        if (turns.get().leaving && !(step instanceof Answer)) {
            steps.add(step);
            return;
        }
        if (steps.isEmpty() && drain.take()) {
            depart(decide(step));
        } else {
            steps.add(step);
        }
        decideWhatWaits();
    }

    private void decideWhatWaits() {
        while (!steps.isEmpty() && drain.take()) {
            depart(decide(null));
        }
    }

    private void depart(List<Departure> departures) {
        Turn turn = turns.get();
        boolean before = turn.leaving;
        turn.leaving = true;
        try {
            for (int i = 0; i < departures.size(); i++) {
                depart(departures.get(i));
            }
        } finally {
            turn.leaving = before;
        }
    }

    private static void depart(Departure departure) {
        try {
            departure.flush();
        } catch (RuntimeException | Error bug) {
            LOG.error("flushing an effect failed", bug);
        }
    }

    /**
     * Runs a step, if there is one, and what is queued. An input that is queued after the last poll is handled by the
     * thread that queued it.
     */
    private List<Departure> decide(@Nullable Step first) {
        List<Departure> departures = List.of();
        int left = BATCH;
        Step step = first;
        do {
            occupant.enter();
            try {
                for (step = step != null ? step : steps.poll(); step != null; step = left > 0 ? steps.poll() : null) {
                    // Read for each step, so that no input is decided at a time before it was submitted.
                    run(step, clock.nanos() - origin);
                    left -= step.size();
                }
                rearm();
                reportClosed();
                departures = joined(departures, effects.takeDepartures());
            } finally {
                occupant.leave();
                drain.drop();
            }
        } while (left > 0 && !steps.isEmpty() && drain.take());
        return departures;
    }

    /**
     * Timers that are due fire first, as a step of their own, so that a failure in one of them does not affect the
     * input.
     */
    private void run(Step step, long now) {
        while (core.nextDeadline() <= now) {
            handle(TICK, now);
        }
        try {
            step.run(now);
        } catch (RuntimeException | Error bug) {
            LOG.error("a bug in the gateway", bug);
        }
    }

    private static List<Departure> joined(List<Departure> earlier, List<Departure> later) {
        if (earlier.isEmpty()) {
            return later;
        }
        List<Departure> all = new ArrayList<>(earlier);
        all.addAll(later);
        return all;
    }

    private void rearm() {
        long next = core.nextDeadline();
        if (next >= wakeupAt) {
            return;
        }
        GatewayClock.Wakeup old = wakeup;
        if (old != null) {
            old.cancel();
        }
        wakeup = null;
        wakeupAt = Long.MAX_VALUE;
        try {
            wakeup = clock.wakeAt(next + origin, () -> wake(next));
            wakeupAt = next;
        } catch (RuntimeException bug) {
            LOG.error("the clock refuses to wake the gateway; the next input tries again", bug);
        }
    }

    /** A cancelled wake-up that still fires must not clear the newer one. */
    private void wake(long at) {
        perform(now -> {
            if (wakeupAt == at) {
                wakeupAt = Long.MAX_VALUE;
                wakeup = null;
            }
            handle(TICK, now);
        });
    }

    private void reportClosed() {
        if (core.isClosed() && !closedReported) {
            closedReported = true;
            CompletableFuture<Void> delivered = effects.delivered();
            effects.departLast(() -> {
                var unused = delivered.thenRun(onClosed);
            });
        }
    }

    /** Whether a thread carries effects out. Confined to that thread. */
    private static final class Turn {
        /** True while the thread carries effects out; it polls the queue afterwards. */
        private boolean leaving;
    }

    private static final class Answer<T> implements Step {
        private final GatewayCore core;
        private final Question<T> question;
        private final CountDownLatch done = new CountDownLatch(1);
        private @Nullable T value;
        private @Nullable Throwable failure;

        private Answer(GatewayCore core, Question<T> question) {
            this.core = core;
            this.question = question;
        }

        @Override
        public void run(long now) {
            try {
                value = question.ask(core, now);
            } catch (RuntimeException | Error bug) {
                failure = bug;
            } finally {
                done.countDown();
            }
        }

        @SuppressWarnings("NullAway") // after a normal end there is a value
        private T await() {
            Uninterruptibles.awaitUninterruptibly(done);
            if (failure != null) {
                Throwables.throwIfUnchecked(failure);
            }
            return value;
        }
    }
}
