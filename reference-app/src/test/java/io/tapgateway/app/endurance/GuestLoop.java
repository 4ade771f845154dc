package io.tapgateway.app.endurance;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The one thread on which all guests of a test live, so that they take little from the gateway they visit. Thread-safe.
 */
final class GuestLoop implements AutoCloseable {
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "guests");

    GuestLoop() throws IOException {
        selector = Selector.open();
        thread.setDaemon(true);
        thread.start();
    }

    /** Does something on the guests' thread. */
    void submit(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    /** Has a guest told what happens on its channel. To be called on the guests' thread. */
    void watch(SocketChannel channel, Guest guest) throws IOException {
        channel.register(selector, SelectionKey.OP_CONNECT, guest);
    }

    private void run() {
        try (selector) {
            while (!Thread.currentThread().isInterrupted()) {
                selector.select(key -> ((Guest) key.attachment()).ready(key));
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        Uninterruptibles.joinUninterruptibly(thread);
    }
}
