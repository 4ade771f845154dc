package io.tapgateway.runtime.thread;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes named threads that keep no process alive. Thread-safe. */
public final class DaemonThreads implements ThreadFactory {
    private final String name;
    private final AtomicInteger made = new AtomicInteger();

    private DaemonThreads(String name) {
        this.name = name;
    }

    /** A factory of threads whose names begin like that. */
    public static ThreadFactory named(String name) {
        return new DaemonThreads(name);
    }

    /** Starts one with exactly that name. */
    @CanIgnoreReturnValue
    public static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
