package io.tapgateway.runtime.loop;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notices when all answers that followed from an input have reached their hosts. Thread-safe; each run takes back one
 * {@link #await}, and one more run what the making counts for.
 */
final class Delivery implements Runnable {
    private final AtomicInteger open = new AtomicInteger(1);
    private final Runnable onComplete;

    /** @param onComplete run once, on the thread that is last */
    Delivery(Runnable onComplete) {
        this.onComplete = onComplete;
    }

    /** There is another answer to wait for. */
    Delivery await() {
        open.incrementAndGet();
        return this;
    }

    @Override
    public void run() {
        if (open.decrementAndGet() == 0) {
            onComplete.run();
        }
    }
}
