package io.tapgateway.app.endurance;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What other programs take of the machine, from now until asked. Confined to one thread. */
final class OtherPrograms {
    private final OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    OtherPrograms() {
        share();
    }

    /** Between 0 and 1; since the last time that it was asked. */
    double share() {
        return Math.max(0, machine.getCpuLoad() - machine.getProcessCpuLoad());
    }
}
