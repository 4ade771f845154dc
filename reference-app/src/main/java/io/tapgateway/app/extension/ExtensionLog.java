package io.tapgateway.app.extension;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.programs.ProgramLog;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * What an extension prints on standard error, in a log of its own (Z-022). Of one that prints too much, the rest of
 * each second is counted and left out; it never waits. What the gateway has to say of it is there as well. Thread-safe.
 */
public final class ExtensionLog implements ProgramOutput {
    /** How many bytes are kept of what is printed in a second. */
    static final int MAX_BYTES_PER_SECOND = 1 << 20;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ProgramOutput log;
    private final Runnable stirs;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private long since;

    @GuardedBy("lock")
    private int taken;

    @GuardedBy("lock")
    private long dropped;

    @GuardedBy("lock")
    private boolean closed;

    /**
     * @param stirs run whenever something is printed
     * @param nanos monotonic time
     */
    ExtensionLog(ProgramOutput log, Runnable stirs, LongSupplier nanos) {
        this.log = log;
        this.stirs = stirs;
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Goes on with the log of an extension, for a program that is about to start. */
    static ExtensionLog open(HomeDirectory home, Manifest manifest, Runnable stirs, LongSupplier nanos)
            throws IOException {
        ExtensionLog log = new ExtensionLog(ProgramLog.open(file(home, manifest)), stirs, nanos);
        String version = manifest.version().isEmpty() ? "" : " " + manifest.version();
        log.say(manifest.name() + version + " starts, " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
        return log;
    }

    /** Where the log of an extension is. */
    static Path file(HomeDirectory home, Manifest manifest) {
        return home.logs().resolve(name(manifest.provider()) + ".log");
    }

    /** What its log is called among the logs of a home. */
    public static String name(ProviderName extension) {
        return "ext-" + extension;
    }

    @Override
    public void write(byte[] bytes, int length) {
        stirs.run();
        lock.lock();
        try {
            if (nanos.getAsLong() - since >= SECOND) {
                count();
                since = nanos.getAsLong();
                taken = 0;
            }
            int fits = Math.min(length, MAX_BYTES_PER_SECOND - taken);
            taken += fits;
            dropped += length - fits;
            if (fits > 0) {
                log.write(bytes, fits);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void count() {
        if (dropped > 0) {
            print(dropped + " bytes more were printed in a second, and are not here");
            dropped = 0;
        }
    }

    /** Adds a line of the gateway's own; none after the end of the program. */
    void say(String line) {
        lock.lock();
        try {
            if (!closed) {
                print(line);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void print(String line) {
        byte[] text = ("[tapgateway] " + line + "\n").getBytes(StandardCharsets.UTF_8);
        log.write(text, text.length);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            count();
            closed = true;
            log.close();
        } finally {
            lock.unlock();
        }
    }
}
