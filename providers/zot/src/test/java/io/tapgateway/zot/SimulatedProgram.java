package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One program of an extension in a simulation, which can tell whether all that it has said was taken in, and all that
 * it was told was heard. Thread-safe; each stream is for one thread.
 */
final class SimulatedProgram implements InteractiveProgram {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final byte[] NOTHING = {};

    /** What it has heard in a line. Immutable. */
    record Frame(String line, JsonValue content) {
        private static Frame of(String line) {
            try {
                return new Frame(line, JsonValue.parse(line));
            } catch (MalformedJson e) {
                throw new AssertionError(line, e);
            }
        }

        String text(String member) {
            return content.get(member).map(JsonValue::asString).orElse("");
        }

        boolean is(String type) {
            return text("type").equals(type);
        }

        @Override
        public String toString() {
            return line;
        }
    }

    private final String name;
    private final Flaw flaw;
    private final Runnable stopped;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final InputStream output = new Output();
    private final OutputStream input = new Input();

    /** What it has heard that it was meant to answer, and what of that has been answered or taken back. */
    private final Set<String> over = new HashSet<>();

    // Under the lock.

    private final Queue<byte[]> printed = new ArrayDeque<>();
    private final List<Frame> heard = new ArrayList<>();
    private @Nullable Thread reader;
    private boolean waitedFor;
    private boolean mute;
    private boolean deaf;

    /** Whether it holds, for good, what it has not read. */
    private boolean stuck;

    /** Whether whoever writes to it waits for it to read. */
    private boolean waitedOn;

    // Under no lock.

    private volatile boolean ended;
    private volatile boolean stopping;

    /** @param stopped run once, when it is asked to end */
    SimulatedProgram(String name, Flaw flaw, Runnable stopped) {
        this.name = name;
        this.flaw = flaw;
        this.stopped = stopped;
    }

    String name() {
        return name;
    }

    void says(String frame) {
        locked(() -> {
            if (!mute) {
                printed.add((flaw.printed(this, frame) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    /** It says nothing more. */
    void fallsSilent() {
        locked(() -> mute = true);
    }

    /** It reads nothing for now, or reads on. */
    void reads(boolean wanted) {
        locked(() -> deaf = !wanted);
    }

    boolean isDeaf() {
        lock.lock();
        try {
            return deaf;
        } finally {
            lock.unlock();
        }
    }

    /** It has ended, after all was read of it that it has said. */
    void ends(int code) {
        if (!ended) {
            ended = true;
            locked(() -> {
                mute = true;
                stuck = deaf && flaw.holdsWhatIsUnread();
                deaf = false;
            });
            await(this::isTakenIn, PATIENCE);
            end.complete(code);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** Whether it has ended, or is to. */
    boolean isLeaving() {
        lock.lock();
        try {
            return mute || stopping;
        } finally {
            lock.unlock();
        }
    }

    /** All it has heard, oldest first. */
    List<Frame> heard() {
        lock.lock();
        try {
            return List.copyOf(heard);
        } finally {
            lock.unlock();
        }
    }

    List<Frame> heard(String type) {
        return heard().stream().filter(it -> it.is(type)).toList();
    }

    /** What it has heard of that type, and neither answered nor heard that nobody waits for it. */
    List<Frame> open(String type) {
        heard("tool_cancel").forEach(it -> over.add(it.text("id")));
        return heard(type).stream().filter(it -> !over.contains(it.text("id"))).toList();
    }

    /** An answer to what it was asked under that id. */
    void answers(String id, String frame) {
        over.add(id);
        says(frame);
    }

    /** What it has answered already, or was told is over; sorted. */
    List<String> over() {
        return over.stream().sorted().toList();
    }

    /** Whether all that it has said was taken in. */
    boolean isTakenIn() {
        lock.lock();
        try {
            return reader != null && (!reader.isAlive() || (waitedFor && printed.isEmpty() && !mute));
        } finally {
            lock.unlock();
        }
    }

    /** Whether whoever writes to it can get no further. */
    boolean holdsUpItsWriter() {
        lock.lock();
        try {
            return waitedOn;
        } finally {
            lock.unlock();
        }
    }

    /** Waits a moment for what {@link #isTakenIn} says, unless that is so. */
    void awaitTakenIn() {
        await(this::isTakenIn, MOMENT);
    }

    /** Waits until that holds, unless it goes before. */
    void awaitMeanwhile(BooleanSupplier holds) {
        var unused = await(() -> isLeaving() || holds.getAsBoolean(), PATIENCE);
    }

    /** Waits until it has heard that, unless it goes before. */
    void awaitHeard(Predicate<Frame> what) {
        if (!await(() -> isLeaving() || hasHeard(what), PATIENCE)) {
            throw new AssertionError(name + " does not hear what it is told, but " + heard());
        }
    }

    /** What is looked for was heard just now, if it was; under the lock. */
    private boolean hasHeard(Predicate<Frame> what) {
        for (int i = heard.size() - 1; i >= 0; i--) {
            if (what.test(heard.get(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean await(BooleanSupplier holds, Duration patience) {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (!holds.getAsBoolean() && left > 0) {
                // Nobody signals the end of a thread.
                left -= MOMENT.toNanos() - Math.max(0, changed.awaitNanos(MOMENT.toNanos()));
            }
            return holds.getAsBoolean();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long pid() {
        return 4711;
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = end.thenAccept(listener::accept);
    }

    @Override
    public void stop() {
        if (!stopping) {
            stopping = true;
            if (flaw.reportsEndsEarly()) {
                end.complete(143);
            }
            stopped.run();
        }
    }

    @Override
    public OutputStream input() {
        return input;
    }

    @Override
    public InputStream output() {
        return output;
    }

    private final class Input extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int data) {
            if (data == '\n') {
                String text = line.toString(StandardCharsets.UTF_8);
                line.reset();
                hear(text);
            } else {
                line.write(data);
            }
        }

        private void hear(String text) {
            lock.lock();
            try {
                while (stuck || (deaf && !ended)) {
                    waitedOn = true;
                    changed.signalAll();
                    changed.awaitUninterruptibly();
                }
                waitedOn = false;
                flaw.heard(heard.size(), text).stream().map(Frame::of).forEach(heard::add);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private final class Output extends InputStream {
        private byte[] present = NOTHING;
        private int at;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (at == present.length && !next()) {
                return -1;
            }
            int count = Math.min(length, present.length - at);
            System.arraycopy(present, at, into, offset, count);
            at += count;
            return count;
        }

        private boolean next() {
            lock.lock();
            try {
                reader = Thread.currentThread();
                waitedFor = true;
                changed.signalAll();
                while (printed.isEmpty() && !mute) {
                    changed.awaitUninterruptibly();
                }
                waitedFor = false;
                present = printed.isEmpty() ? NOTHING : printed.remove();
                at = 0;
                return present.length > 0;
            } finally {
                lock.unlock();
            }
        }
    }
}
