package io.tapgateway.runtime.thread;

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

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + made.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
