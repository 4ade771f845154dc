package io.tapgateway.agentserver.coworker;

import java.time.Instant;

/** So many lines a second are told, and of the others how many there were (W-044). Confined to its session. */
final class LineRate {
    private final int most;
    private long second;
    private int lines;

    /** @param most lines in a second */
    LineRate(int most) {
        this.most = most;
    }

    /** How many lines of a former second were not told, if that is over; they are told of once. */
    int missedBefore(Instant now) {
        if (now.getEpochSecond() == second) {
            return 0;
        }
        int missed = missed();
        second = now.getEpochSecond();
        lines = 0;
        return missed;
    }

    /** How many lines were not told; they are told of once. */
    int missed() {
        int missed = Math.max(0, lines - most);
        lines -= missed;
        return missed;
    }

    /** Whether one more line is told. */
    boolean admits() {
        lines++;
        return lines <= most;
    }
}
