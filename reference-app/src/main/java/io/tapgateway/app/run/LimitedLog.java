package io.tapgateway.app.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Limits what anybody can have written to the log by connecting: lines of the ports and of their libraries are short,
 * without stack traces, and few; what is left out is counted (T-58). Only errors of our own code, which are bugs, keep
 * their traces. Thread-safe.
 */
final class LimitedLog extends TurboFilter {
    /** How many lines there may be in any second. */
    static final int LINES_PER_SECOND = 10;

    /** The longest line, with its time, thread and logger. */
    static final int LINE_BYTES = 300;

    /** What a line has besides its message: time 29, level 5, thread 40, logger 45 at most, and what separates them. */
    private static final int BESIDES = 130;

    private static final String CUT = "...";
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final String OURS = "io.tapgateway.";
    private static final List<String> OF_CONNECTIONS = List.of("io.tapgateway.transport.ws", "org.glassfish");

    private final LongSupplier nanos;
    private final Later later;
    private final ReentrantLock lock = new ReentrantLock();

    /** When the last lines were written; the oldest is overwritten next. */
    @GuardedBy("lock")
    private final long[] times = new long[LINES_PER_SECOND];

    @GuardedBy("lock")
    private long written;

    @GuardedBy("lock")
    private long leftOut;

    /**
     * @param nanos monotonic time
     * @param later runs what comes after some time
     */
    LimitedLog(LongSupplier nanos, Later later) {
        this.nanos = nanos;
        this.later = later;
    }

    /** Runs something once, after that many milliseconds. */
    @FunctionalInterface
    interface Later {
        void run(Runnable task, long millis);
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        // Without a format somebody only asks whether the level is in use.
        if (format == null || !level.isGreaterOrEqual(logger.getEffectiveLevel()) || !isOfConnections(logger)) {
            return FilterReply.NEUTRAL;
        }
        if (!admit(logger)) {
            return FilterReply.DENY;
        }
        if (level == Level.ERROR && logger.getName().startsWith(OURS)) {
            return FilterReply.NEUTRAL;
        }
        String message = MessageFormatter.arrayFormat(format, arguments).getMessage();
        logger.callAppenders(
                new LoggingEvent(LimitedLog.class.getName(), logger, level, shortened(message), null, null));
        return FilterReply.DENY;
    }

    private static boolean isOfConnections(Logger logger) {
        return OF_CONNECTIONS.stream().anyMatch(logger.getName()::startsWith);
    }

    private boolean admit(Logger logger) {
        boolean first;
        lock.lock();
        try {
            long now = nanos.getAsLong();
            int oldest = (int) (written % times.length);
            if (written < times.length || now - times[oldest] >= SECOND) {
                times[oldest] = now;
                written++;
                return true;
            }
            first = leftOut == 0;
            leftOut++;
        } finally {
            lock.unlock();
        }
        if (first) {
            later.run(() -> tellOfLeftOut(logger), TimeUnit.SECONDS.toMillis(1));
        }
        return false;
    }

    private void tellOfLeftOut(Logger logger) {
        long count;
        lock.lock();
        try {
            count = leftOut;
            leftOut = 0;
        } finally {
            lock.unlock();
        }
        String message = "Left out " + count + " lines about connections";
        logger.callAppenders(new LoggingEvent(LimitedLog.class.getName(), logger, Level.WARN, message, null, null));
    }

    private static String shortened(String message) {
        String line = message.codePoints()
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        byte[] bytes = line.getBytes(UTF_8);
        if (bytes.length <= LINE_BYTES - BESIDES) {
            return line;
        }
        CharBuffer begin = CharBuffer.allocate(LINE_BYTES);
        // Stops before a character that is cut.
        var unused =
                UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, LINE_BYTES - BESIDES - CUT.length()), begin, false);
        return begin.flip() + CUT;
    }
}
