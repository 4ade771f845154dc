package io.tapgateway.agentserver;

import io.tapgateway.runtime.thread.Mailbox;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Everything that happens to one pure value, one thing after the other, and what follows from each before the next.
 * Thread-safe.
 *
 * @param <E> what follows
 */
final class EffectQueue<E> {
    private final Mailbox<Supplier<List<E>>> inbox;
    private final Predicate<E> quick;
    private final Consumer<E> doing;
    private final Runnable after;

    // From here on: within the queue only.
    private boolean over;

    /** What follows from the last thing and is not done yet, as it is not quick. */
    private List<E> rest = List.of();

    /**
     * @param threads on which everything runs but what is quick, and told of as such
     * @param quick whether an effect may be done on any thread: it waits for nothing
     * @param doing carries out one effect, within the queue
     * @param after runs when all effects of one thing are done, or all that are quick
     */
    EffectQueue(Executor threads, Predicate<E> quick, Consumer<E> doing, Runnable after) {
        this.quick = quick;
        this.doing = doing;
        this.after = after;
        this.inbox = new Mailbox<>(threads, happened -> {
            try {
                carryOutRest();
            } finally {
                takeUp(happened);
            }
        });
    }

    private void takeUp(Supplier<List<E>> happened) {
        if (!over) {
            carryOut(happened.get());
            after.run();
        }
    }

    /** Something has happened, and is taken up in its turn; after the end nothing is. */
    void tell(Supplier<List<E>> happened) {
        inbox.offer(happened);
        inbox.flush();
    }

    /**
     * Something has happened of which it is quickly told what follows. It is taken up by this thread, if nothing else
     * is under way, and so are effects up to the first that is not quick.
     */
    void tellHere(Supplier<List<E>> happened) {
        if (!inbox.deliverHere(() -> quickOnes(happened.get()))) {
            tell(happened);
        }
    }

    private List<E> quickOnes(List<E> effects) {
        List<E> here = effects.stream().takeWhile(quick).toList();
        if (here.size() < effects.size()) {
            rest = effects.subList(here.size(), effects.size());
            tell(List::of);
        }
        return here;
    }

    private void carryOutRest() {
        List<E> left = rest;
        rest = List.of();
        carryOut(left);
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
