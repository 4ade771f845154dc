package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.TimelineEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/** The newest lines of a session's timeline, as an agent may read them (M-040). Thread-safe. */
final class RecentLines {
    /** How many are kept. */
    static final int KEPT = 200;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<String> lines = new ArrayDeque<>();

    @GuardedBy("lock")
    private long seen;

    /** @param text what the agent is shown of the entry */
    void add(TimelineEntry entry, String text) {
        String line = JsonWriter.toText(out -> out.text("at", entry.at())
                .text("level", entry.level().name().toLowerCase(Locale.ROOT))
                .text("source", entry.source())
                .text("text", text));
        lock.lock();
        try {
            seen++;
            lines.addLast(line);
            if (lines.size() > KEPT) {
                lines.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** All of them as lines of JSON, the newest last. */
    String text() {
        lock.lock();
        try {
            return String.join("\n", lines);
        } finally {
            lock.unlock();
        }
    }

    /** How many there have been. */
    long seen() {
        lock.lock();
        try {
            return seen;
        } finally {
            lock.unlock();
        }
    }
}
