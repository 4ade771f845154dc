package io.tapgateway.agents;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.Sha256;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Answers that an agent asks for again, as one does that has two hooks for one event (G-025). Thread-safe. */
final class RememberedAnswers {
    /** How long an answer is remembered. */
    static final Duration REMEMBERED_FOR = Duration.ofMinutes(10);

    /** How many are remembered; of more, the newest. */
    static final int MAX_REMEMBERED = 1_000;

    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Question, Remembered> answers = new LinkedHashMap<>();

    /** @param nanos monotonic time */
    RememberedAnswers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Which question an answer is for.
     *
     * @param event what kind of question it is
     * @param id the agent's own for it
     * @param digest of what is asked about
     */
    record Question(String conversation, String event, String id, String digest) {
        static Question about(HookEvent.Origin origin, String event, String id, String subject) {
            return new Question(origin.conversation(), event, id, Sha256.hex(subject));
        }
    }

    private record Remembered(CompletableFuture<HookAnswer> answer, long at) {}

    /** The answer of before, be it one that is still awaited; else one that is found now. */
    CompletionStage<HookAnswer> of(Question question, Supplier<CompletionStage<HookAnswer>> answer) {
        Remembered asked = new Remembered(new CompletableFuture<>(), nanos.getAsLong());
        lock.lock();
        try {
            forget();
            Remembered known = answers.putIfAbsent(question, asked);
            if (known != null) {
                return known.answer();
            }
            forget();
        } finally {
            lock.unlock();
        }
        var unused = ask(answer).whenComplete((found, failed) -> {
            if (failed == null) {
                asked.answer().complete(found);
            } else {
                forget(question, asked);
                asked.answer().completeExceptionally(failed);
            }
        });
        return asked.answer();
    }

    private static CompletionStage<HookAnswer> ask(Supplier<CompletionStage<HookAnswer>> answer) {
        try {
            return answer.get();
        } catch (RuntimeException bug) {
            return CompletableFuture.failedFuture(bug);
        }
    }

    private void forget(Question question, Remembered failed) {
        lock.lock();
        try {
            answers.remove(question, failed);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void forget() {
        Iterator<Remembered> oldest = answers.values().iterator();
        while (oldest.hasNext()) {
            Remembered next = oldest.next();
            if (answers.size() <= MAX_REMEMBERED && nanos.getAsLong() - next.at() < REMEMBERED_FOR.toNanos()) {
                return;
            }
            oldest.remove();
        }
    }
}
