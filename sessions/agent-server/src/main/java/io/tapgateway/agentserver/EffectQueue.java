package io.tapgateway.agentserver;

import io.tapgateway.runtime.thread.Mailbox;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Everything that happens to one pure value, one thing after the other, and what follows from each before the next.
 * Thread-safe.
 *
 * @param <E> what follows
 */
final class EffectQueue<E> {
    private final Mailbox<Supplier<List<E>>> inbox;
    private final Consumer<E> doing;

    /** Read and written by what the inbox runs. */
    private boolean over;

    /**
     * @param doing carries out one effect, within the queue
     * @param after runs when all effects of one thing are done
     */
    EffectQueue(Executor threads, Consumer<E> doing, Runnable after) {
        this.doing = doing;
        this.inbox = new Mailbox<>(threads, happened -> {
            if (!over) {
                carryOut(happened.get());
                after.run();
            }
        });
    }

    /** Something has happened, and is taken up in its turn; after the end nothing is. */
    void tell(Supplier<List<E>> happened) {
        inbox.offer(happened);
        inbox.flush();
    }

    /** More effects, at once: only within the queue. */
    void carryOut(List<E> effects) {
        effects.forEach(doing);
    }

    /** Nothing that is told from now on is taken up: only within the queue. */
    void stop() {
        over = true;
    }

    /** The last thing that happens, in its turn. Harmless to repeat. */
    void end(Runnable last) {
        tell(() -> {
            stop();
            last.run();
            return List.of();
        });
    }
}
