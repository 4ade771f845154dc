package io.tapgateway.transport.ws.handshake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the log once per origin and hour what was decided about it (D-014). Thread-safe. */
final class OriginLog {
    private static final Logger LOG = LoggerFactory.getLogger(OriginLog.class);
    private static final long INTERVAL_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MAX_ORIGINS = 256;
    private static final int MAX_SHOWN = 100;

    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Long> lastTold = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_ORIGINS;
        }
    };

    OriginLog(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Returns whether the log was told. */
    boolean note(String origin, String decision) {
        String shown = printable(origin);
        if (!isDue(shown + ' ' + decision)) {
            return false;
        }
        LOG.info("Web origin '{}': {}", shown, decision);
        return true;
    }

    private boolean isDue(String key) {
        long now = nanos.getAsLong();
        lock.lock();
        try {
            Long last = lastTold.get(key);
            if (last != null && now - last < INTERVAL_NANOS) {
                return false;
            }
            lastTold.remove(key);
            lastTold.put(key, now);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private static String printable(String origin) {
        String cut = origin.length() > MAX_SHOWN ? origin.substring(0, MAX_SHOWN) + "…" : origin;
        return cut.replaceAll("[^\\x20-\\x7E…]", "?");
    }
}
