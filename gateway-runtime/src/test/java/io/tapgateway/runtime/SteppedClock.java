package io.tapgateway.runtime;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Time that passes when told to; wake-ups come on the thread that says so, so that with a direct executor everything
 * has happened when a call of the gateway returns. Confined to the thread of its test.
 */
public final class SteppedClock implements GatewayClock {
    private final List<Alarm> alarms = new ArrayList<>();
    private long nanos;
    private boolean failsOnce;

    public SteppedClock(long nanos) {
        this.nanos = nanos;
    }

    record Alarm(long at, Runnable task) {}

    /** Lets time pass, and what is due ring. */
    public void step(long by) {
        skip(by);
        for (Alarm alarm : alarms()) {
            if (alarm.at - nanos <= 0 && alarms.remove(alarm)) {
                alarm.task.run();
            }
        }
    }

    /** Lets time pass unnoticed. */
    void skip(long by) {
        nanos += by;
    }

    /** Fails when it is next asked for the time of day. */
    void failOnce() {
        failsOnce = true;
    }

    /** What is to ring. */
    List<Alarm> alarms() {
        return List.copyOf(alarms);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Instant wall() {
        if (failsOnce) {
            failsOnce = false;
            throw new AssertionError("on purpose");
        }
        return Instant.EPOCH;
    }

    @Override
    public Wakeup wakeAt(long atNanos, Runnable task) {
        Alarm alarm = new Alarm(atNanos, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }
}
