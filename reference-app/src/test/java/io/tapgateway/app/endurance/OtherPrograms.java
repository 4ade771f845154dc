package io.tapgateway.app.endurance;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.Stream;

/** What programs take of the machine that this one has not started, from now until asked. Confined to one thread. */
final class OtherPrograms {
    private final OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private long since;
    private long own;

    OtherPrograms() {
        share();
    }

    /**
     * Between 0 and 1; since the last time that it was asked. Only those of its programs count as its own that run both
     * times.
     */
    double share() {
        long now = System.nanoTime();
        long ownNow = own();
        double available = (double) (now - since) * machine.getAvailableProcessors();
        double others = machine.getCpuLoad() - (ownNow - own) / available;
        since = now;
        own = ownNow;
        return Math.max(0, others);
    }

    private static long own() {
        return Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
    }
}
