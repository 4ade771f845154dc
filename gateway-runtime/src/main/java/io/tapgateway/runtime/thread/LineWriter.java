package io.tapgateway.runtime.thread;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes texts, each to a line of its own, in order, on one daemon thread; whoever offers them does not wait until they
 * are read. Thread-safe.
 */
public final class LineWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);
    private static final int BUFFER_BYTES = 64 << 10;
    /** No line: the last one was before. */
    private static final String END = "";

    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong characters = new AtomicLong();
    private final AtomicLong written = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final OutputStream out;
    private final int mostLines;
    private final int mostCharacters;
    private final Runnable broken;
    private final ThreadFactory threads;
    private final Thread thread;

    /**
     * @param name begins the name of the thread
     * @param mostWaiting characters; whoever lets more wait does not read
     * @param broken run once nothing can be written any more, or too much waits; on a thread of its own
     */
    public LineWriter(String name, OutputStream out, int mostWaiting, Runnable broken) {
        this(name, out, Integer.MAX_VALUE, mostWaiting, broken);
    }

    /**
     * The same with a limit for lines, too.
     *
     * @param mostLines of which none is being written; whoever lets more wait does not read
     * @param mostCharacters the same, of all that is not written
     */
    public LineWriter(String name, OutputStream out, int mostLines, int mostCharacters, Runnable broken) {
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
        this.mostLines = mostLines;
        this.mostCharacters = mostCharacters;
        this.broken = broken;
        this.threads = DaemonThreads.named(name);
        this.thread = threads.newThread(this::write);
    }

    /** Begins to write. */
    public void start() {
        thread.start();
    }

    /** Has a text written, unless the end was before. */
    public void offer(String line) {
        if (over.get()) {
            return;
        }
        if (characters.addAndGet(line.length()) > mostCharacters || waiting.size() >= mostLines) {
            characters.addAndGet(-line.length());
            if (over.compareAndSet(false, true)) {
                LOG.warn("{}: what is written is not read; the connection ends", thread.getName());
                threads.newThread(broken).start();
            }
        } else {
            waiting.add(line);
        }
    }

    private void write() {
        try {
            for (String line = waiting.take(); !line.equals(END); line = waiting.take()) {
                out.write(line.getBytes(StandardCharsets.UTF_8));
                out.write('\n');
                if (waiting.isEmpty()) {
                    out.flush();
                }
                characters.addAndGet(-line.length());
                written.incrementAndGet();
            }
            out.flush();
        } catch (IOException e) {
            LOG.debug("{}: the reader is gone", thread.getName(), e);
            over.set(true);
            broken.run();
        } catch (InterruptedException e) {
            LOG.debug("Nobody interrupts this thread", e);
        }
    }

    /** Whether what is offered now is written, unless its reader goes. */
    public boolean isOpen() {
        return !over.get();
    }

    /** Whether nothing waits and nothing is being written. */
    public boolean isIdle() {
        return characters.get() == 0;
    }

    /** How many lines wait, of which none is being written. */
    public long waitingLines() {
        return waiting.stream().filter(it -> !it.equals(END)).count();
    }

    /** How many characters wait or are being written. */
    public long waitingCharacters() {
        return characters.get();
    }

    /** How many lines have been written. */
    public long written() {
        return written.get();
    }

    /** What was offered so far is the last that is written. Harmless to repeat. */
    @Override
    public void close() {
        over.set(true);
        waiting.add(END);
    }

    /** The same, after one last text; whatever is offered later, or at the same time, is not written. */
    public void close(String last) {
        if (over.compareAndSet(false, true)) {
            characters.addAndGet(last.length());
            waiting.add(last);
        }
        waiting.add(END);
    }

    /** Waits until the last line is written, for so long. */
    public void awaitEnd(Duration patience) throws InterruptedException {
        thread.join(patience.toMillis());
    }
}
