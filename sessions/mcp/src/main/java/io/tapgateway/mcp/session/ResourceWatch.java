package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second whether the resources that an agent follows are what they were, and not at all while it follows
 * none (M-040). Thread-safe.
 */
final class ResourceWatch {
    /** How often is looked. */
    static final Duration LOOK = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);

    private final GatewayClock clock;
    private final Executor errands;
    private final Function<String, String> mark;
    private final Consumer<String> changed;
    private final ReentrantLock lock = new ReentrantLock();

    /** What the resources were like when they were looked at last. */
    @GuardedBy("lock")
    private final Map<String, String> marks = new LinkedHashMap<>();

    @GuardedBy("lock")
    private boolean looking;

    @GuardedBy("lock")
    private boolean closed;

    /**
     * @param errands where is looked, which may take time
     * @param mark what a resource is like; equal as long as it has not changed
     * @param changed told of an address
     */
    ResourceWatch(GatewayClock clock, Executor errands, Function<String, String> mark, Consumer<String> changed) {
        this.clock = clock;
        this.errands = errands;
        this.mark = mark;
        this.changed = changed;
    }

    /** Follows a resource from now on; false if that would be too many. */
    boolean follow(String uri) {
        String now = mark.apply(uri);
        lock.lock();
        try {
            if (marks.size() >= McpLimit.FOLLOWED.most() && !marks.containsKey(uri)) {
                return false;
            }
            marks.put(uri, now);
            if (!looking && !closed) {
                looking = true;
                lookLater();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Follows a resource no longer. */
    void leave(String uri) {
        lock.lock();
        try {
            marks.remove(uri);
        } finally {
            lock.unlock();
        }
    }

    /** What is followed now. */
    Set<String> followed() {
        lock.lock();
        try {
            return Set.copyOf(marks.keySet());
        } finally {
            lock.unlock();
        }
    }

    private void lookLater() {
        var unused = clock.wakeAt(clock.nanos() + LOOK.toNanos(), () -> errands.execute(this::look));
    }

    private void look() {
        Map<String, String> known;
        lock.lock();
        try {
            if (marks.isEmpty() || closed) {
                looking = false;
                return;
            }
            known = new LinkedHashMap<>(marks);
        } finally {
            lock.unlock();
        }
        known.forEach(this::look);
        lookLater();
    }

    /** One that cannot be looked at now is looked at the next time. */
    private void look(String uri, String before) {
        try {
            String now = mark.apply(uri);
            if (!now.equals(before) && replace(uri, before, now)) {
                changed.accept(uri);
            }
        } catch (RuntimeException failure) {
            LOG.warn("A resource that an agent follows cannot be looked at", failure);
        }
    }

    private boolean replace(String uri, String before, String now) {
        lock.lock();
        try {
            return marks.replace(uri, before, now);
        } finally {
            lock.unlock();
        }
    }

    /** The agent is gone. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
