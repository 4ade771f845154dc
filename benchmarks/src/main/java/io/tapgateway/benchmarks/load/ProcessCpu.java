package io.tapgateway.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The processor time that this process has used. */
public final class ProcessCpu {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ProcessCpu() {}

    public static long nanos() {
        return SYSTEM.getProcessCpuTime();
    }
}
