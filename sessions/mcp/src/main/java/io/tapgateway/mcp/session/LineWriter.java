package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.runtime.thread.DaemonThreads;
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
final class LineWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);
    private static final int BUFFER_BYTES = 64 << 10;
    private static final ThreadFactory THREADS = DaemonThreads.named("tap-mcp-write");

    /** No line: the last one was before. */
    private static final String END = "";

    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong characters = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final OutputStream out;
    private final Runnable broken;
    private final Thread thread = THREADS.newThread(this::write);

    /** @param broken run once nothing can be written any more, or too much waits; on a thread of its own */
    LineWriter(OutputStream out, Runnable broken) {
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
        this.broken = broken;
    }

    void start() {
        thread.start();
    }

    /** Has a text written, unless the end was before. */
    void offer(String line) {
        if (over.get()) {
            return;
        }
        if (characters.addAndGet(line.length()) > McpLimit.UNSENT_CHARACTERS.most()) {
            if (over.compareAndSet(false, true)) {
                LOG.warn("The agent does not read what it is sent; its connection ends");
                THREADS.newThread(broken).start();
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
                characters.addAndGet(-line.length());
                if (waiting.isEmpty()) {
                    out.flush();
                }
            }
            out.flush();
        } catch (IOException e) {
            LOG.debug("The agent is gone", e);
            over.set(true);
            broken.run();
        } catch (InterruptedException e) {
            LOG.debug("Nobody interrupts this thread", e);
        }
    }

    /** What was offered so far is the last that is written. Harmless to repeat. */
    @Override
    public void close() {
        over.set(true);
        waiting.add(END);
    }

    /** Waits until the last line is written, for so long. */
    void awaitEnd(Duration patience) throws InterruptedException {
        thread.join(patience.toMillis());
    }
}
