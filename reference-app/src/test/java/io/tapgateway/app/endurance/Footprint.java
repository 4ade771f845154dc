package io.tapgateway.app.endurance;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process holds on to.
 *
 * @param heap bytes that a collection has left
 * @param threads the live ones
 * @param descriptors the open ones; 0 where the system does not tell
 */
record Footprint(long heap, int threads, long descriptors) {
    /** Collects garbage first. */
    static Footprint now() {
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
        return new Footprint(heap, threads, descriptors);
    }
}
