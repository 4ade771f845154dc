package io.tapgateway.simulation.world;

import java.util.PriorityQueue;

/** All the time there is: runs what was planned, in order. Confined to one simulation. */
public final class Scheduler {
    private record Plan(long at, long order, Runnable task) implements Comparable<Plan> {
        @Override
        public int compareTo(Plan other) {
            return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
        }
    }

    private final PriorityQueue<Plan> plans = new PriorityQueue<>();
    private long now;
    private long planned;

    /** Monotonic nanoseconds. */
    public long now() {
        return now;
    }

    /** Plans something. */
    public void after(long nanos, Runnable task) {
        at(now + nanos, task);
    }

    /** Plans something for a time that is not past. */
    public void at(long time, Runnable task) {
        plans.add(new Plan(Math.max(now, time), planned++, task));
    }

    /** When the next plan is due; {@code Long.MAX_VALUE} if there is none. */
    public long next() {
        Plan first = plans.peek();
        return first == null ? Long.MAX_VALUE : first.at;
    }

    /** Carries out the next plan, at its time. */
    public void runNext() {
        Plan first = plans.remove();
        moveTo(first.at);
        first.task.run();
    }

    /** Lets time pass. */
    public void moveTo(long time) {
        now = Math.max(now, time);
    }
}
