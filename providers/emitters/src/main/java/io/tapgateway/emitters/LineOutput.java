package io.tapgateway.emitters;

import io.tapgateway.emitters.model.LineSplitter;
import io.tapgateway.emitters.model.OutputPace;
import io.tapgateway.programs.ProgramOutput;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Makes lines of what a command prints, and has it wait when it prints too fast. Confined to the thread that reads, but
 * for {@link #stop()}.
 */
final class LineOutput implements ProgramOutput {
    private final LineSplitter splitter;
    private final Runnable closed;
    private final LongSupplier nanos;
    private final OutputPace pace;
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** @param closed called once nobody can print any more */
    LineOutput(Consumer<String> lines, Runnable closed, LongSupplier nanos) {
        this.closed = closed;
        this.splitter = new LineSplitter(lines);
        this.nanos = nanos;
        this.pace = new OutputPace(nanos.getAsLong());
    }

    @Override
    public void write(byte[] bytes, int length) {
        splitter.feed(bytes, length);
        long delay = pace.read(length, nanos.getAsLong());
        try {
            if (delay > 0) {
                var unused = stopped.await(delay, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        splitter.end();
        closed.run();
    }

    /** What is printed from now on is waited for by nobody. */
    void stop() {
        stopped.countDown();
    }
}
