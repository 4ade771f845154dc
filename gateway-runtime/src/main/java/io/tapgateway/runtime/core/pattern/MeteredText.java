package io.tapgateway.runtime.core.pattern;

/**
 * A text that notices how often it is read, and stops whoever reads it too often. Confined to one search.
 *
 * <p>What a character costs the library depends on the pattern: at most a few nanoseconds for each of its instructions.
 * By that the moments are chosen at which the stopwatch is asked.
 */
final class MeteredText implements CharSequence {
    /** Characters times instructions that take less than a millisecond whatever they are. */
    private static final int UNTIMED_WORK = 200_000;

    /** Thrown out of the library, which keeps nothing of a search that it does not end. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("the budget of a search is exhausted", null, false, false);
        }
    }

    private final String text;
    private final MatchBudget budget;
    private final long most;
    private final int size;
    private final int interval;
    private long reads;
    private long nextCheck;
    private boolean timed;
    private long startedAt;

    MeteredText(String text, int size, MatchBudget budget) {
        this.text = text;
        this.budget = budget;
        this.most = budget.stepsForOne();
        this.size = Math.max(1, size);
        this.interval = Math.max(1, UNTIMED_WORK / this.size);
        this.nextCheck = Math.min(most, Math.min(interval, budget.untimedWorkLeft() / this.size));
    }

    @Override
    public char charAt(int index) {
        if (reads >= nextCheck) {
            check();
        }
        reads++;
        return text.charAt(index);
    }

    private void check() {
        if (reads >= most) {
            throw new Exhausted();
        }
        long now = budget.stopwatch().nanos();
        if (!timed) {
            timed = true;
            startedAt = now;
        } else if (now - startedAt >= budget.nanosForOne()) {
            throw new Exhausted();
        }
        nextCheck = Math.min(most, reads + interval);
    }

    /** Takes from the budget what has been used. */
    void settle() {
        budget.spend(reads, reads * size, timed ? budget.stopwatch().nanos() - startedAt : 0);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
